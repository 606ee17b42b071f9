// `ploy play --profile`: where the time of the world goes, in the recording. Times differ from run to run, so they are in
// no hash.

#include <inttypes.h>
#include <stdio.h>

#include <ploy/profile.h>

#include "programs/play/play.h"

enum
{
    NOTE_TICKS = 300 // between two notes, so that a viewer can follow
};

typedef struct profile_text
{
    char text[1 << 14];
    size_t used;
} profile_text;

static void put(profile_text* t, const char* what, uint64_t calls, uint64_t time, const char* name)
{
    if (t->used + 200 > sizeof t->text) return;
    t->used += (size_t)snprintf(t->text + t->used, sizeof t->text - t->used, "%s %" PRIu64 " %" PRIu64 " %.120s\n", what,
                                calls, time, name);
}

// A line: what, how often, nanoseconds, name.
void play_profile_note(play_session* p, const ploy_world* world)
{
    ploy_profile all = ploy_world_get_profile(world);
    profile_text t;
    t.used = 0;
    put(&t, "all", all.ticks, all.time, "ticks");
    for (uint32_t i = 0; i < PLOY_PHASE_COUNT; i++) put(&t, "phase", all.ticks, all.phases[i], ploy_phase_name((ploy_phase)i));
    for (uint32_t i = 0; i < all.mind_count; i++)
        put(&t, "mind", all.minds[i].calls, all.minds[i].think + all.minds[i].work + all.minds[i].act, all.minds[i].kind);
    for (uint32_t i = 0; i < all.sensor_count; i++)
        put(&t, "sensor", all.sensors[i].calls, all.sensors[i].time, all.sensors[i].name);
    for (uint32_t i = 0; i < all.activity_count; i++)
        put(&t, "activity", all.activities[i].calls, all.activities[i].time, all.activities[i].name);
    play_record_note(p, "profile", t.text, t.used);
}

void play_profile_tick(play_session* p, const ploy_world* world)
{
    ploy_profile all = ploy_world_get_profile(world);
    int64_t time = (int64_t)(all.time - p->profiled);
    p->profiled = all.time;
    play_record_event(p, p->tick_time, 0, (int64_t[4]){time, all.worst_agent.index1, (int64_t)all.worst_time});
    if (all.ticks % NOTE_TICKS == 1) play_profile_note(p, world);
}
