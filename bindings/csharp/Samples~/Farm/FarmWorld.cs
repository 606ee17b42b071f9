// One world for a scene. Put it on an empty object and give it the text of a file.
using Ploy;
using UnityEngine;

public sealed class FarmWorld : MonoBehaviour
{
    /// <summary>The file: examples/data/farmer.xml of Ploy, imported as a text.</summary>
    public TextAsset file;

    public World World { get; private set; }

    private void Awake()
    {
        Library.Log = Debug.LogWarning;
        World = new World();
        World.AddActivity("Eat", (agent, call) => ((FarmerAgent)agent.User).Eat());
        World.AddSensor("stomach", agent => ((FarmerAgent)agent.User).Feel(agent));
        World.LoadText(file.name, file.text);
    }

    private void FixedUpdate()
    {
        World.Tick(Time.fixedDeltaTime);
    }

    private void OnDestroy()
    {
        World.Dispose();
    }
}
