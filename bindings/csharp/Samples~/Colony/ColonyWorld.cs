// A settler among trees that are felled and grow: objects that come and go, and a table that says where each tree stands.
using System.Collections.Generic;
using Ploy;
using UnityEngine;

public sealed class ColonyWorld : MonoBehaviour
{
    /// <summary>The file: examples/data/colony.xml of Ploy, imported as a text.</summary>
    public TextAsset file;

    /// <summary>Seconds from one new tree to the next.</summary>
    public float growth = 20;

    private readonly List<string> felled = new List<string>();
    private World world;
    private WorldDomain colony;
    private Agent settler;
    private float sinceTree;

    private void Awake()
    {
        Library.Log = Debug.LogWarning;
        world = new World();
        world.AddActivity("Go", (agent, call) => agent.Set("at", call.GetObject("p")) ? Outcome.Running : Outcome.Success, "p");
        world.AddActivity("Fell", Fell, "t");
        world.AddActivity("Light", Light);
        world.LoadText(file.name, file.text);
        colony = world.Domain("colony");
        settler = world.CreateAgent("settler");
    }

    private Outcome Fell(Agent agent, Call call)
    {
        felled.Add(call.GetObject("t"));
        agent.Set("logs", agent.GetInt("logs") + 1);
        return Outcome.Success;
    }

    private Outcome Light(Agent agent, Call call)
    {
        agent.Set("logs", agent.GetInt("logs") - 2);
        agent.Set("fire", true);
        return Outcome.Success;
    }

    // What has changed since the last tick, then one Compile.
    private void FixedUpdate()
    {
        foreach (string tree in felled) colony.Despawn("tree", tree);
        sinceTree += Time.fixedDeltaTime;
        bool isTime = sinceTree >= growth;
        if (isTime) colony.Table("spot").SetObject("glade", colony.Spawn("tree"));
        if (isTime) settler.Set("fire", false); // it has burned down
        if (isTime || felled.Count > 0) colony.Compile();
        if (isTime) sinceTree = 0;
        felled.Clear();
        world.Tick(Time.fixedDeltaTime);
    }

    private void OnDestroy()
    {
        world.Dispose();
    }
}
