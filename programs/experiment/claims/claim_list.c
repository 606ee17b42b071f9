// The claims: a new one is a row here, and perhaps a new evaluation. The report shows the reason where a claim does not
// hold.

#include "programs/experiment/claims/claim.h"

#define LMS "Last Man Standing and Deathmatch"
#define TEAMS "Domination and Capture the Flag"
#define SQUADS "Squads"
#define THOUGHT "Plans and state changes"
#define COST "Cost"
#define FLEX "Flexibility"
#define EXTRA "Not in the dissertation"

static const char honest_fsm[] =
    "Our state machine was written as well as we could, with the same conditions and activities as GOAP; the "
    "dissertation itself names incomplete transitions of its state machine as one explanation of its result.";
static const char same_squads[] =
    "Our squads give both controllers the same orders, as in the dissertation, and agents may ignore orders. They tie "
    "some "
    "agents to a place, a point or the base, while agents without a squad all go where they can score most; which of "
    "the "
    "two is better depends on the maps and the rules, and ours are not the dissertation's.";
static const char same_base[] =
    "Half the map's width can be gained only where agents without squads are spread over the whole map. Two places drawn at "
    "random are 133 cells apart, and the dissertation speaks of tests in which everyone guarded a point and nobody attacked; "
    "ours do not: without orders all of a side go for the same point or flag, so they are closer to each other than chance "
    "already. Squads, two in the dissertation as here, send them to two places: of the ten pairs of five teammates six are in "
    "different squads, and two points lie at least 80 cells apart, two bases at least 120. Members of one squad are closer "
    "to each other than teammates without squads (last table).";
static const char long_plans[] = "Our plans last until they are done or invalid, and goals change with hysteresis, "
                                 "while our state machine has a state for "
                                 "each reload, dodge and search.";
static const char kept_plans[] =
    "Our planner keeps what it has found for all agents of a side, so that most plans are looked up; our state machine "
    "evaluates the transitions of its state in each step.";

const study_claim claims[] = {
    {"lms-rounds", LMS, "GOAP wins Last Man Standing", "193 to 81", honest_fsm, .evaluate = evaluate_rounds, .sign = 1,
     .pairings = {{"lms", "long.goap", "long.fsm", false}}},
    {"lms-kills", LMS, "GOAP kills more in Last Man Standing", "not readable (figure 12)", honest_fsm,
     .evaluate = evaluate_agents, .sign = 1, .pairings = {{"lms", "long.goap", "long.fsm", false}}, .metric = STUDY_METRIC_kills},
    {"lms-deaths", LMS, "GOAP dies less in Last Man Standing", "not readable (figure 12)", honest_fsm,
     .evaluate = evaluate_agents, .sign = -1, .pairings = {{"lms", "long.goap", "long.fsm", false}},
     .metric = STUDY_METRIC_deaths},
    {"deathmatch-score", LMS, "GOAP wins Deathmatch", "not readable (figure 12)", honest_fsm,
     .evaluate = evaluate_agents, .sign = 1, .pairings = {{"deathmatch", "long.goap", "long.fsm", false}},
     .metric = STUDY_METRIC_score},
    {"deathmatch-kills", LMS, "GOAP kills more in Deathmatch", "not readable (figure 12)", honest_fsm,
     .evaluate = evaluate_agents, .sign = 1, .pairings = {{"deathmatch", "long.goap", "long.fsm", false}},
     .metric = STUDY_METRIC_kills},
    {"deathmatch-deaths", LMS, "GOAP dies less in Deathmatch", "not readable (figure 12)", honest_fsm,
     .evaluate = evaluate_agents, .sign = -1, .pairings = {{"deathmatch", "long.goap", "long.fsm", false}},
     .metric = STUDY_METRIC_deaths},
    {"domination-squads", TEAMS, "GOAP with squad beats FSM with squad in Domination", "not readable (figure 14)",
     honest_fsm, .evaluate = evaluate_matches, .sign = 1,
     .pairings = {{"domination", "long.goap+squad", "long.fsm+squad", false}}, .value = value_score, .unit = " points"},
    {"ctf-squads", TEAMS, "GOAP with squad beats FSM with squad in Capture the Flag", "not readable (figure 13)",
     honest_fsm, .evaluate = evaluate_matches, .sign = 1, .pairings = {{"ctf", "long.goap+squad", "long.fsm+squad", false}},
     .value = value_score, .unit = " points"},
    {"ctf-alone", TEAMS, "GOAP without squad beats FSM without in Capture the Flag", "not readable (figure 13)",
     honest_fsm, .evaluate = evaluate_matches, .sign = 1, .pairings = {{"ctf", "long.goap", "long.fsm", false}},
     .value = value_score, .unit = " points"},
    {"ctf-goap-against-squad", TEAMS, "GOAP without squad beats FSM with squad in Capture the Flag",
     "not readable (figure 13)", honest_fsm, .evaluate = evaluate_matches, .sign = 1,
     .pairings = {{"ctf", "long.goap", "long.fsm+squad", false}}, .value = value_score, .unit = " points"},
    {"domination-level-score", TEAMS, "without squads, Domination is level", "4 points apart after 200 minutes",
     "The dissertation explains its level score by stalemates, with everyone guarding a point. Our agents weigh the "
     "point they do not hold against the one they do, so that stalemates are rare and the better fighters score.",
     .evaluate = evaluate_level, .sign = 0, .margin = "within a tenth of the two sides' sum", .share = 0.1, .pairings = {{"domination", "long.goap", "long.fsm", false}}, .value = value_score,
     .unit = " points"},
    {"domination-level-kills", TEAMS, "without squads, kills in Domination are level",
     "3 kills apart after 200 minutes", "As above: without stalemates there is more fighting, and so a difference.",
     .evaluate = evaluate_level, .sign = 0, .margin = "within a tenth of the two sides' sum", .share = 0.1, .pairings = {{"domination", "long.goap", "long.fsm", false}}, .value = value_kills,
     .unit = " kills"},
    {"domination-kills", TEAMS, "GOAP has more kills in every Domination test against FSM",
     "not readable (figure 14); 3 kills apart without squads", honest_fsm, .evaluate = evaluate_matches, .sign = 1,
     .pairings = {{"domination", "long.goap+squad", "long.fsm+squad", false},
                  {"domination", "long.goap+squad", "long.fsm", false},
                  {"domination", "long.goap", "long.fsm", false},
                  {"domination", "long.goap", "long.fsm+squad", false}},
     .value = value_kills, .unit = " kills"},
    {"domination-squads-win", SQUADS, "in Domination squads beat no squads, whatever the controller",
     "not readable (figure 14)", same_squads, .evaluate = evaluate_matches, .sign = 1,
     .pairings = {{"domination", "long.goap+squad", "long.fsm", false},
                  {"domination", "long.fsm+squad", "long.goap", false},
                  {"domination", "long.goap+squad", "long.goap", false},
                  {"domination", "long.fsm+squad", "long.fsm", false}},
     .value = value_score, .unit = " points"},
    {"ctf-squads-win", SQUADS, "in Capture the Flag squads beat no squads, for the same controller",
     "not readable (figure 13)", same_squads, .evaluate = evaluate_matches, .sign = 1,
     .pairings = {{"ctf", "long.goap+squad", "long.goap", false}, {"ctf", "long.fsm+squad", "long.fsm", false}}, .value = value_score,
     .unit = " points"},
    {"squads-together", SQUADS, "teammates stay closer together with squads", "not readable (figure 15)", same_base,
     .evaluate = evaluate_together, .sign = -1, .value = value_distance},
    {"squads-half-map", SQUADS, "closer by about half the map's width", "about 128 cells (figure 15)",
     same_base, .evaluate = evaluate_half, .sign = -1, .margin = "closer by 96 to 160 of the map's 256 cells", .value = value_distance},
    {"squads-goap-closer", SQUADS, "GOAP's squads stay marginally closer together than FSM's",
     "not readable (figure 15)", same_base, .evaluate = evaluate_nearer, .sign = -1,
     .margin = "closer, by at most a tenth of FSM's distance", .share = 0.1, .value = value_distance},
    {"plans-with-squads", THOUGHT, "GOAP forms far more plans than FSM changes state, with squads (section 5.3)",
     "not readable (figure 16)", long_plans, .evaluate = evaluate_matches, .sign = 1,
     .margin = "at least 1.5 times as many", .times = 1.5,
     .pairings = {{"domination", "long.goap+squad", "long.fsm+squad", false}, {"ctf", "long.goap+squad", "long.fsm+squad", false}},
     .value = value_plans, .other = value_changes, .unit = " per agent"},
    {"plans-without-squads", THOUGHT, "the same without squads (section 5.2)", "not readable (figure 16)", long_plans,
     .evaluate = evaluate_matches, .sign = 1, .margin = "at least 1.5 times as many", .times = 1.5,
     .pairings = {{"domination", "long.goap", "long.fsm", false}, {"ctf", "long.goap", "long.fsm", false}}, .value = value_plans,
     .other = value_changes, .unit = " per agent"},
    {"cpu-mean", COST, "GOAP needs no more CPU than FSM on average", "33.62 % to 35.44 %",
     "Whole steps are measured, as in the dissertation, but our sensors and paths cost the same for both and little: "
     "what is left is a state machine that evaluates a few transitions, which is hard to beat.",
     .evaluate = evaluate_segments, .sign = -1, .margin = "at most 1.05 times FSM's", .times = 1.05,
     .part = STUDY_CPU_MEAN},
    {"cpu-most", COST, "GOAP's peaks are higher", "98.44 % to 71.09 %", kept_plans, .evaluate = evaluate_segments,
     .sign = 1, .margin = "99th percentile of the steps of 15 seconds", .part = STUDY_CPU_P99},
    {"cpu-least", COST, "GOAP's lowest is higher", "2.34 % to 0.05 %", kept_plans, .evaluate = evaluate_segments,
     .sign = 1, .margin = "shortest step of 15 seconds", .part = STUDY_CPU_MIN},
    {"frames", COST, "GOAP shows fewer frames per second", "439 to 464",
     "Decisions are a small part of a step here: sensors, paths and shots cost the same for both.",
     .evaluate = evaluate_segments, .sign = 1, .margin = "a step takes longer, by any amount", .part = STUDY_CPU_MEAN},
    {"memory", COST, "GOAP needs more memory", "1,802,048 bytes more", kept_plans, .evaluate = evaluate_memory,
     .sign = 1, .value = value_bytes},
    {"peaks-drop-frames", COST, "planning peaks drop frames", "seen, not measured",
     "A world searches so many nodes per tick at most, and most of what a goal needs is kept from one plan to the "
     "next.",
     .evaluate = evaluate_peaks, .sign = 1},
    {"flexible-ctf", FLEX, "Capture the Flag cost GOAP less than FSM",
     "2 goals, 4 actions and a file; FSM: states rewritten",
     "Ours is a data-driven FSM, which the dissertation grants could match GOAP here.",
     .evaluate = evaluate_flexibility, .sign = 0, .margin = "fewer lines added and changed", .feature = 0},
    {"flexible-blind-fire", FLEX, "BlindFire cost GOAP less than FSM", "1 action; FSM: 1 state and edits in six",
     "Ours is a data-driven FSM, which the dissertation grants could match GOAP here: a transition from any state is "
     "written once.",
     .evaluate = evaluate_flexibility, .sign = 0, .margin = "fewer lines added and changed", .feature = 1},
    {"flexible-types", FLEX, "a new agent type costs GOAP less than FSM",
     "a file; FSM: another state machine and states (a data-driven one could match it)",
     "Ours is a data-driven FSM: a type is a few lines for both, and conditions in seven transitions are enough.", .evaluate = evaluate_flexibility, .sign = 0, .margin = "fewer lines added and changed",
     .feature = 2},
    {"flexible-deathmatch", FLEX, "Deathmatch as a mode cost GOAP less than FSM", "not stated",
     "One transition is all that FSM needs; GOAP declares a symbol, too. The mode itself is the same file for both.", .evaluate = evaluate_flexibility, .sign = 0, .margin = "fewer lines added and changed", .feature = 3},
    {"flexible-lms", FLEX, "Last Man Standing as a mode cost GOAP less than FSM", "not stated",
     "FSM needs nothing for it: an agent that waits for the next round is not ticked.", .evaluate = evaluate_flexibility, .sign = 0, .margin = "fewer lines added and changed", .feature = 4},
    {"squads-own", EXTRA, "members of one squad are closer to each other than teammates without squads",
     "not measured separately", same_base, .evaluate = evaluate_together, .sign = -1, .value = value_squad_distance,
     .other = value_distance},
    {"squads-nearest", EXTRA, "the nearest teammate is closer with squads", "not measured", same_base,
     .evaluate = evaluate_together, .sign = -1, .value = value_nearest_mate},
    {"fsm-no-straw-man", EXTRA, "FSM beats an agent that acts at random in Domination", "not tested", honest_fsm,
     .evaluate = evaluate_matches, .sign = 1, .pairings = {{"domination", "long.fsm", "random", false}},
     .value = value_score, .unit = " points"},
};
const uint32_t claim_count = sizeof claims / sizeof *claims;
