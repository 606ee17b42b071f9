#include <ploy/mind.h>

#include "base/check.h"

const char* ploy_outcome_name(ploy_outcome outcome)
{
    static const char* const names[] = {"busy", "success", "failure"};
    return (unsigned)outcome < 3 ? names[outcome] : "unknown";
}

int64_t ploy_run_get(const ploy_run* run, const ploy_self* self, uint32_t port)
{
    PL_ASSERT(port < run->port_count);
    const ploy_port* from = &run->ports[port];
    if (from->key == PLOY_NONE || !self->board) return from->value;
    return ploy_board_get(self->board, from->key);
}

ploy_status ploy_run_set(const ploy_run* run, ploy_self* self, uint32_t port, int64_t value)
{
    PL_ASSERT(port < run->port_count);
    uint32_t key = run->ports[port].key;
    if (key == PLOY_NONE || !self->board) return PLOY_NOT_SUPPORTED;
    return ploy_board_set(self->board, key, value);
}

void ploy_mind_destroy(ploy_mind* mind)
{
    if (mind) mind->kind->destroy(mind);
}

size_t ploy_mind_why(const ploy_self* self, char* text, size_t size)
{
    if (size > 0) *text = '\0';
    return self->mind && self->mind->kind->why ? self->mind->kind->why(self, text, size) : 0;
}

size_t ploy_mind_shape(const ploy_mind* mind, char* text, size_t size)
{
    if (size > 0) *text = '\0';
    return mind->kind->shape ? mind->kind->shape(mind, text, size) : 0;
}

void ploy_mind_tick(ploy_self* self, int64_t dt)
{
    PL_ASSERT(dt >= 0);
    self->dt = dt;
    self->now += dt;
    if (!self->mind) return;
    const ploy_mind_class* kind = self->mind->kind;
    if (kind->think) kind->think(self);
    if (kind->work) kind->work(self->mind, &(ploy_tasks){0}, 0);
    if (kind->act) kind->act(self);
}
