// The first agent: the program of README.md.
using Ploy;

static class Farm
{
    static void Main()
    {
        int stomach = 3;
        var world = new World();
        world.AddActivity("Eat", (agent, call) => {
            System.Console.WriteLine($"{agent.Now:0} s: eats");
            stomach = 10;
            return Outcome.Success;
        });
        world.AddSensor("stomach", agent => agent.Set("hungry", --stomach < 0));
        world.LoadFile("examples/data/farmer.xml");
        world.CreateAgent("farmer");
        for (int tick = 0; tick < 300; ++tick) world.Tick(0.1);
    }
}
