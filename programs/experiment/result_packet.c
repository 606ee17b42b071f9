#include "programs/experiment/result_packet.h"

static void pack_metrics(const study_metrics* metrics, packet* m)
{
    for (uint32_t i = 0; i < STUDY_METRIC_COUNT; i++)
        packet_put_count(m, (uint64_t)study_metric_of(metrics, (study_metric)i));
}

void result_pack(const study_result* result, packet* m)
{
    packet_put_count(m, result->steps);
    packet_put_count(m, result->hash);
    packet_put_real(m, result->frames_per_second);
    for (uint32_t side = 0; side < 2; side++) {
        pack_metrics(&result->sides[side], m);
#define PUT_COST(name) packet_put_real(m, result->costs[side].name);
        STUDY_COSTS(PUT_COST)
#undef PUT_COST
    }
    packet_put_count(m, result->agent_count);
    for (uint32_t i = 0; i < result->agent_count; i++) {
        packet_put_count(m, result->agents[i].side);
        pack_metrics(&result->agents[i].metrics, m);
    }
    packet_put_count(m, result->use_count);
    for (uint32_t i = 0; i < result->use_count; i++) {
        packet_put_count(m, result->uses[i].side);
        packet_put_text(m, result->uses[i].kind);
        packet_put_text(m, result->uses[i].name);
        packet_put_count(m, result->uses[i].count);
    }
    packet_put_count(m, result->segment_count);
    for (uint32_t i = 0; i < result->segment_count; i++)
        for (uint32_t k = 0; k < 2 * STUDY_CPU_PARTS; k++)
            packet_put_real(m, result->segments[i].ns[k / STUDY_CPU_PARTS][k % STUDY_CPU_PARTS]);
}

static study_metrics unpack_metrics(packet_reader* r)
{
    study_metrics metrics;
#define GET_METRIC(name, text) metrics.name = (int64_t)packet_get_count(r);
    STUDY_METRICS(GET_METRIC)
#undef GET_METRIC
    return metrics;
}

static void unpack_uses(study_result* result, packet_reader* r)
{
    uint64_t count = packet_get_count(r);
    for (uint64_t i = 0; i < count && !r->is_short; i++) {
        uint32_t side = (uint32_t)packet_get_count(r) & 1;
        const char* kind = packet_get_text(r);
        const char* name = packet_get_text(r);
        study_result_add_use(result, side, kind, name, packet_get_count(r));
    }
}

static void unpack_segments(study_result* result, packet_reader* r)
{
    uint64_t count = packet_get_count(r);
    for (uint64_t i = 0; i < count && !r->is_short; i++) {
        study_segment segment;
        for (uint32_t k = 0; k < 2 * STUDY_CPU_PARTS; k++)
            segment.ns[k / STUDY_CPU_PARTS][k % STUDY_CPU_PARTS] = packet_get_real(r);
        study_result_add_segment(result, &segment);
    }
}

bool result_unpack(study_result* result, packet_reader* r)
{
    *result = (study_result){0};
    result->steps = packet_get_count(r);
    result->hash = packet_get_count(r);
    result->frames_per_second = packet_get_real(r);
    for (uint32_t side = 0; side < 2; side++) {
        result->sides[side] = unpack_metrics(r);
#define GET_COST(name) result->costs[side].name = packet_get_real(r);
        STUDY_COSTS(GET_COST)
#undef GET_COST
    }
    uint64_t agents = packet_get_count(r);
    r->is_short = r->is_short || agents > STUDY_AGENTS;
    for (; result->agent_count < agents && !r->is_short; result->agent_count++) {
        study_agent* agent = &result->agents[result->agent_count];
        agent->side = (uint32_t)packet_get_count(r) & 1;
        agent->metrics = unpack_metrics(r);
    }
    unpack_uses(result, r);
    unpack_segments(result, r);
    if (r->is_short) study_result_free(result);
    return !r->is_short;
}
