using System.Collections.Generic;
using Ploy.Low;

namespace Ploy
{
    /// <summary>All calls of one sensor or activity.</summary>
    public sealed class ProfileRow
    {
        public string Name { get; internal set; }
        public long Calls { get; internal set; }
        public long Time { get; internal set; }
    }

    /// <summary>All calls of one mind.</summary>
    public sealed class ProfileMind
    {
        /// <summary>"goap", "bt" and so on.</summary>
        public string Kind { get; internal set; }
        public long Calls { get; internal set; }
        public long Think { get; internal set; }
        public long Work { get; internal set; }
        public long Act { get; internal set; }
    }

    /// <summary>Where the time of a world went since it was made, in the unit of its clock: World.Profile makes it.</summary>
    public sealed unsafe class Profile
    {
        public long Ticks { get; }
        public long Time { get; }
        public long LongestTick { get; }

        /// <summary>"squads", "sense", "think", "work", "act", "apply", "settle".</summary>
        public Dictionary<string, long> Phases { get; } = new Dictionary<string, long>();
        public List<ProfileMind> Minds { get; } = new List<ProfileMind>();
        public List<ProfileRow> Sensors { get; } = new List<ProfileRow>();
        public List<ProfileRow> Activities { get; } = new List<ProfileRow>();

        /// <summary>The agent that took longest in the last tick; null: none.</summary>
        public Agent Worst { get; }
        public long WorstTime { get; }

        internal Profile(World world, ploy_profile* from)
        {
            Ticks = (long)from->ticks;
            Time = (long)from->time;
            LongestTick = (long)from->longest_tick;
            for (int i = 0; i < (int)ploy_phase.PLOY_PHASE_COUNT; ++i) Phases[Interop.TextAt(Native.ploy_phase_name((ploy_phase)i))] = (long)from->phases[i];
            for (int i = 0; i < from->mind_count; ++i) {
                ploy_profile_mind* mind = &from->minds[i];
                Minds.Add(new ProfileMind {
                    Kind = Interop.TextAt(mind->kind), Calls = (long)mind->calls, Think = (long)mind->think, Work = (long)mind->work, Act = (long)mind->act,
                });
            }
            Add(Sensors, from->sensors, from->sensor_count);
            Add(Activities, from->activities, from->activity_count);
            if (from->worst_agent.index1 != 0) Worst = world.AgentOf(from->worst_agent);
            WorstTime = (long)from->worst_time;
        }

        private static void Add(List<ProfileRow> to, ploy_profile_row* rows, uint count)
        {
            for (int i = 0; i < count; ++i)
                to.Add(new ProfileRow { Name = Interop.TextAt(rows[i].name), Calls = (long)rows[i].calls, Time = (long)rows[i].time });
        }
    }
}
