// Any lines as commands of a debugger, with a tick after each. Every line gets one line of JSON for an answer, a refused one
// changes nothing, and the world goes on when the debugger leaves.

#include <ploy/io.h>
#include <ploy/save.h>

#include <string.h>

#include "base/check.h"

static const char town[] =
    "<ploy version='1'><blackboard><key name='alarm' type='bool'/><key name='ammo' type='int'/>"
    "<key name='mood' type='string'/></blackboard>"
    "<domain name='post'><type name='place' objects='home mill'/>"
    "<symbol name='at' type='place'/><symbol name='sent' type='bool'/>"
    "<action name='Walk' duration='1' cost='1'><effect>sent</effect></action>"
    "<action name='Ride' duration='1' cost='2'><effect>sent</effect></action>"
    "<goal name='Deliver' priority='2'>sent</goal>"
    "<goal name='BeAt' priority='0'><param name='p' type='place'/>at = p</goal></domain>"
    "<agent name='courier' domain='post'><goals>Deliver</goals></agent>"
    "<fsm name='guard'><state name='Patrol'><transition to='Fight' when='alarm'/></state>"
    "<state name='Fight'><transition to='Patrol' when='not alarm'/></state></fsm><agent name='guard' mind='guard'/></ploy>";

static ploy_status load(void* user, const char* name, const char* text, size_t bytes, ploy_error* error)
{
    return ploy_world_load_text(user, name, text, bytes, error);
}

static void ignore(const char* message, void* user)
{
    (void)message, (void)user;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    ploy_set_log_handler(ignore, NULL);
    ploy_remote* remote;
    ploy_world* world = ploy_world_create(NULL);
    PL_ASSERT(ploy_world_load_text(world, "town.xml", town, sizeof town - 1, NULL) == PLOY_OK);
    ploy_agent_create(world, &(ploy_agent_def){.type = "courier"});
    ploy_agent_create(world, &(ploy_agent_def){.type = "guard"});
    PL_ASSERT(ploy_remote_create(&(ploy_remote_def){.world = world, .load = load, .load_user = world}, &remote) == PLOY_OK);
    for (size_t at = 0, lines = 0; at < size && lines < 64; ++lines) {
        const uint8_t* end = memchr(data + at, '\n', size - at);
        size_t count = end ? (size_t)(end - data) - at : size - at;
        uint64_t before = ploy_world_hash(world);
        const char* answer = ploy_remote_request(remote, (const char*)data + at, count);
        bool is_refused = strncmp(answer, "{\"ok\": false", 12) == 0;
        PL_ASSERT(is_refused || strncmp(answer, "{\"ok\": true", 11) == 0);
        PL_ASSERT(!strchr(answer, '\n') && answer[strlen(answer) - 1] == '}');
        PL_ASSERT(!is_refused || ploy_world_hash(world) == before);
        if (ploy_remote_may_tick(remote)) ploy_world_tick(world, PLOY_SECOND / 10);
        while (ploy_remote_next_event(remote)) continue;
        at += count + 1;
    }
    ploy_remote_detach(remote);
    PL_ASSERT(ploy_remote_may_tick(remote));
    if (size % 2) ploy_remote_destroy(remote);
    ploy_world_destroy(world);
    return 0;
}
