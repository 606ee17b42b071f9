#include "nav/terrain/geometry.h"

// The determinant is a sum of three products of an area and a squared distance, each below 2^41: too large for 64 bits.
// So the areas are split at bit 21 into a signed upper and an unsigned lower part. The two sums, below 2^63 and 2^64, are
// combined at the end.
#define CUT 21

typedef struct split_sum
{
    int64_t upper;
    uint64_t lower;
} split_sum;

static void add_product(split_sum* s, int64_t area, int64_t distance2)
{
    int64_t rest = area & (((int64_t)1 << CUT) - 1);
    s->upper += (area - rest) / ((int64_t)1 << CUT) * distance2;
    s->lower += (uint64_t)rest * (uint64_t)distance2;
}

static int sign_of(const split_sum* s)
{
    int64_t whole = s->upper + (int64_t)(s->lower >> CUT);
    if (whole != 0) return whole > 0 ? 1 : -1;
    return (s->lower & (((uint64_t)1 << CUT) - 1)) != 0;
}

int pl_in_circle(ploy_point a, ploy_point b, ploy_point c, ploy_point d)
{
    int64_t ax = a.x - d.x, ay = a.y - d.y;
    int64_t bx = b.x - d.x, by = b.y - d.y;
    int64_t cx = c.x - d.x, cy = c.y - d.y;
    split_sum s = {0};
    add_product(&s, bx * cy - by * cx, ax * ax + ay * ay);
    add_product(&s, cx * ay - cy * ax, bx * bx + by * by);
    add_product(&s, ax * by - ay * bx, cx * cx + cy * cy);
    return sign_of(&s);
}
