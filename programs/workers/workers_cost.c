#include "programs/workers/workers_cost.h"

#include <inttypes.h>

// While a match is played, rank 0 can hand out others: it feeds as many ranks as hand-outs fit into one match.
static double feeds(const workers_cost* cost)
{
    return cost->hand_out_seconds > 0 ? cost->work_seconds / cost->hand_out_seconds : 0;
}

void workers_cost_json(const workers_cost* cost, json* out)
{
    if (cost->jobs == 0) {
        json_null(out, "workers");
        return;
    }
    json_object(out, "workers");
    json_count(out, "count", cost->workers);
    json_count(out, "lost", cost->lost);
    json_count(out, "matches", cost->jobs);
    json_real(out, "play_ns", cost->work_seconds / (double)cost->jobs * 1e9);
    json_real(out, "hand_out_ns", cost->hand_out_seconds / (double)cost->jobs * 1e9);
    json_real(out, "can_feed", feeds(cost));
    json_close(out);
}

void workers_cost_print(const workers_cost* cost, FILE* out)
{
    if (workers_rank_count() == 0 || cost->jobs == 0) return;
    fprintf(out,
            "%" PRIu32 " ranks played %" PRIu64 " matches, %" PRIu32
            " were lost; a match took %.1f ms, handing one out %.0f µs: one rank can feed %.0f\n",
            cost->workers, cost->jobs, cost->lost, cost->work_seconds / (double)cost->jobs * 1e3,
            cost->hand_out_seconds / (double)cost->jobs * 1e6, feeds(cost));
}
