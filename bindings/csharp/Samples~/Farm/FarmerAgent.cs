// An agent of the scene's world: the body of a farmer.
using Ploy;
using UnityEngine;

public sealed class FarmerAgent : MonoBehaviour
{
    public FarmWorld farm;
    public float stomach = 3;

    private Agent agent;

    private void Start()
    {
        agent = farm.World.CreateAgent("farmer", this);
    }

    internal Outcome Eat()
    {
        stomach = 10;
        return Outcome.Success;
    }

    internal void Feel(Agent self)
    {
        stomach -= (float)self.Dt;
        self.Set("hungry", stomach < 0);
    }

    // What the farmer does and why, above its head.
    private void OnGUI()
    {
        if (agent != null && agent.IsAlive) GUI.Label(new Rect(10, 10, 600, 100), agent.Why());
    }

    private void OnDestroy()
    {
        if (agent != null && agent.IsAlive) agent.Destroy();
    }
}
