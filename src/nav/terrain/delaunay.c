#include "nav/terrain/delaunay.h"

#include "base/check.h"
#include "base/memory.h"
#include "nav/terrain/geometry.h"
#include "nav/map/hilbert.h"

// A stable radix sort of indices by keys of 40 bits.

typedef struct keyed_index
{
    uint64_t key; ///< below 2^40
    uint32_t index;
} keyed_index;

#define DIGIT_BITS 10
#define DIGITS (1u << DIGIT_BITS)
#define PASSES 4

static uint32_t digit_of(const keyed_index* item, uint32_t pass)
{
    return (uint32_t)(item->key >> pass * DIGIT_BITS) & (DIGITS - 1);
}

static void sort_by_digit(const keyed_index* from, keyed_index* to, uint32_t count, uint32_t pass)
{
    uint32_t next[DIGITS + 1] = {0};
    for (uint32_t i = 0; i < count; ++i) ++next[digit_of(&from[i], pass) + 1];
    for (uint32_t d = 0; d < DIGITS; ++d) next[d + 1] += next[d];
    for (uint32_t i = 0; i < count; ++i) to[next[digit_of(&from[i], pass)]++] = from[i];
}

// By key, equal keys as they were. false when out of memory.
static bool sort_keyed(keyed_index* items, uint32_t count, const ploy_allocator* allocator)
{
    if (count < 2) return true;
    keyed_index* spare = PL_NEW_ARRAY(allocator, keyed_index, count);
    if (!spare) return false;
    for (uint32_t pass = 0; pass < PASSES; pass += 2) {
        sort_by_digit(items, spare, count, pass);
        sort_by_digit(spare, items, count, pass + 1);
    }
    PL_DELETE_ARRAY(allocator, spare, count);
    return true;
}

// The order need not be exact: it affects the time only.
#define CURVE_BITS 16
#define CURVE_CUT (PL_POINT_BITS - CURVE_BITS)

typedef struct mesh
{
    const ploy_point* points;
    uint32_t* corner; ///< where each half-edge begins; PLOY_NONE: the corner infinitely far away
    uint32_t* twin;
    uint32_t half_count;
    uint32_t half_capacity;
    uint32_t last; ///< a half-edge of the last triangle
} mesh;

static uint32_t next_of(uint32_t half)
{
    return half % 3 == 2 ? half - 2 : half + 1;
}

static uint32_t previous_of(uint32_t half)
{
    return half % 3 == 0 ? half + 2 : half - 1;
}

static void join(mesh* m, uint32_t half, uint32_t other)
{
    m->twin[half] = other;
    m->twin[other] = half;
}

static uint32_t add_triangle(mesh* m, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t half = m->half_count;
    PL_DEBUG_ASSERT(half + 3 <= m->half_capacity);
    m->corner[half] = a;
    m->corner[half + 1] = b;
    m->corner[half + 2] = c;
    m->half_count += 3;
    return half;
}

static int64_t side_of(const mesh* m, uint32_t from, uint32_t to, uint32_t point)
{
    return pl_orientation(m->points[from], m->points[to], m->points[point]);
}

static void make_first(mesh* m, uint32_t a, uint32_t b, uint32_t c)
{
    if (side_of(m, a, b, c) < 0) {
        uint32_t swap = b;
        b = c;
        c = swap;
    }
    uint32_t inner = add_triangle(m, a, b, c);
    uint32_t ab = add_triangle(m, b, a, PLOY_NONE);
    uint32_t bc = add_triangle(m, c, b, PLOY_NONE);
    uint32_t ca = add_triangle(m, a, c, PLOY_NONE);
    join(m, inner, ab);
    join(m, inner + 1, bc);
    join(m, inner + 2, ca);
    join(m, ab + 1, ca + 2);
    join(m, bc + 1, ab + 2);
    join(m, ca + 1, bc + 2);
}

static bool is_outer(const mesh* m, uint32_t half)
{
    uint32_t first = half - half % 3;
    return m->corner[first] == PLOY_NONE || m->corner[first + 1] == PLOY_NONE || m->corner[first + 2] == PLOY_NONE;
}

static uint32_t inner_neighbor(const mesh* m, uint32_t half)
{
    while (m->corner[half] == PLOY_NONE || m->corner[next_of(half)] == PLOY_NONE) half = next_of(half);
    return m->twin[half];
}

// Walks towards the point. Returns a half-edge of the triangle that holds it, or of the outer triangle beyond whose edge
// it lies.
static uint32_t locate(const mesh* m, uint32_t point)
{
    uint32_t half = is_outer(m, m->last) ? inner_neighbor(m, m->last) : m->last;
    for (uint32_t tried = 0; tried < 3; half = next_of(half), ++tried) {
        if (side_of(m, m->corner[half], m->corner[next_of(half)], point) >= 0) continue;
        half = m->twin[half];
        if (is_outer(m, half)) break;
        tried = 0;
    }
    return half;
}

static bool is_corner(const mesh* m, uint32_t half, uint32_t point)
{
    for (uint32_t i = 0; i < 3; ++i, half = next_of(half)) {
        uint32_t corner = m->corner[half];
        if (corner != PLOY_NONE && pl_point_is_same(m->points[corner], m->points[point])) return true;
    }
    return false;
}

// Must the edge be flipped? Its triangle has a new point as third corner. The circle of an outer triangle is everything
// beyond its edge of the hull; a point on the line of that edge is never between its ends.
static bool must_flip(const mesh* m, uint32_t half)
{
    uint32_t a = m->corner[half], b = m->corner[next_of(half)], point = m->corner[previous_of(half)];
    uint32_t other = m->corner[previous_of(m->twin[half])];
    if (a == PLOY_NONE) return side_of(m, b, point, other) > 0;
    if (b == PLOY_NONE) return side_of(m, point, a, other) > 0;
    if (other == PLOY_NONE) return side_of(m, a, b, point) <= 0;
    return pl_in_circle(m->points[a], m->points[b], m->points[point], m->points[other]) > 0;
}

//      b                b
//    / | \            /   \          half: a -> b becomes a -> d in the left triangle
//   p  |  d   ->     p --- d
//    \ | /            \   /
//      a                a
static void flip(mesh* m, uint32_t half)
{
    uint32_t bp = next_of(half), twin = m->twin[half], ad = next_of(twin), db = previous_of(twin);
    uint32_t b = m->corner[bp], d = m->corner[db], point = m->corner[previous_of(half)];
    uint32_t beyond_ad = m->twin[ad], beyond_db = m->twin[db], beyond_bp = m->twin[bp];
    m->corner[bp] = d;
    m->corner[twin] = d;
    m->corner[ad] = b;
    m->corner[db] = point;
    join(m, half, beyond_ad);
    join(m, twin, beyond_db);
    join(m, ad, beyond_bp);
    join(m, bp, db);
}

// Goes once around the new point, along the edges opposite to it.
static void restore_invariant(mesh* m, uint32_t half)
{
    uint32_t first = m->corner[half];
    for (;;) {
        if (must_flip(m, half)) {
            flip(m, half);
            continue;
        }
        if (m->corner[next_of(half)] == first) return;
        half = next_of(m->twin[next_of(half)]);
    }
}

static void split(mesh* m, uint32_t ab, uint32_t point)
{
    uint32_t bc = next_of(ab), ca = previous_of(ab);
    uint32_t a = m->corner[ab], b = m->corner[bc], c = m->corner[ca];
    uint32_t beyond_bc = m->twin[bc], beyond_ca = m->twin[ca];
    uint32_t second = add_triangle(m, b, c, point), third = add_triangle(m, c, a, point);
    m->corner[ca] = point;
    join(m, second, beyond_bc);
    join(m, third, beyond_ca);
    join(m, bc, second + 2);
    join(m, second + 1, third + 2);
    join(m, third + 1, ca);
}

static void insert(mesh* m, uint32_t point)
{
    uint32_t half = locate(m, point);
    m->last = half;
    if (is_corner(m, half, point)) return;
    split(m, half, point);
    restore_invariant(m, half);
}

// The first point, the first that differs from it, the first that is not on a line with them; count if there is none.
static void find_first(const mesh* m, const keyed_index* order, uint32_t count, uint32_t at[3])
{
    at[0] = 0;
    for (at[1] = 1; at[1] < count; ++at[1])
        if (!pl_point_is_same(m->points[order[0].index], m->points[order[at[1]].index])) break;
    for (at[2] = at[1] + 1; at[2] < count; ++at[2])
        if (side_of(m, order[0].index, order[at[1]].index, order[at[2]].index) != 0) return;
    at[2] = count;
}

static void triangulate(mesh* m, const keyed_index* order, uint32_t count, const uint32_t at[3])
{
    make_first(m, order[at[0]].index, order[at[1]].index, order[at[2]].index);
    for (uint32_t i = at[1] + 1; i < count; ++i)
        if (i != at[2]) insert(m, order[i].index);
}

// The result.

static void write_triangles(const mesh* m, pl_delaunay* result)
{
    for (uint32_t half = 0; half < m->half_count; half += 3) {
        if (is_outer(m, half)) continue;
        for (uint32_t i = 0; i < 3; ++i) result->triangles[3 * result->triangle_count + i] = m->corner[half + i];
        ++result->triangle_count;
    }
}

static void add_edge(pl_delaunay* result, uint32_t from, uint32_t to)
{
    result->edges[result->edge_count++] = from < to ? (pl_delaunay_edge){from, to} : (pl_delaunay_edge){to, from};
}

static void write_edges(const mesh* m, pl_delaunay* result)
{
    for (uint32_t half = 0; half < m->half_count; ++half) {
        uint32_t from = m->corner[half], to = m->corner[next_of(half)];
        if (half < m->twin[half] && from != PLOY_NONE && to != PLOY_NONE) add_edge(result, from, to);
    }
}

static void join_line(const ploy_point* points, const keyed_index* order, uint32_t count, pl_delaunay* result)
{
    uint32_t previous = order[0].index;
    for (uint32_t i = 1; i < count; ++i) {
        if (pl_point_is_same(points[previous], points[order[i].index])) continue;
        add_edge(result, previous, order[i].index);
        previous = order[i].index;
    }
}

static bool sort_by_column(const ploy_point* points, keyed_index* order, uint32_t count,
                           const ploy_allocator* allocator)
{
    for (uint32_t i = 0; i < count; ++i)
        order[i] = (keyed_index){(uint64_t)(uint32_t)points[i].x << PL_POINT_BITS | (uint32_t)points[i].y, i};
    return sort_keyed(order, count, allocator);
}

static bool sort_by_curve(const ploy_point* points, keyed_index* order, uint32_t count, const ploy_allocator* allocator)
{
    for (uint32_t i = 0; i < count; ++i) {
        PL_ASSERT(points[i].x >= 0 && points[i].y >= 0 && points[i].x < PL_POINT_END && points[i].y < PL_POINT_END);
        order[i] = (keyed_index){
            pl_hilbert(CURVE_BITS, (uint32_t)points[i].x >> CURVE_CUT, (uint32_t)points[i].y >> CURVE_CUT), i};
    }
    return sort_keyed(order, count, allocator);
}

// Sorts rows by counting and each row by insertion: a point has about six edges.
static bool sort_edges(pl_delaunay* result, uint32_t point_count)
{
    uint32_t* next = PL_NEW_ARRAY(&result->allocator, uint32_t, point_count + 1);
    pl_delaunay_edge* sorted = PL_NEW_ARRAY(&result->allocator, pl_delaunay_edge, result->edge_capacity);
    bool ok = next && sorted;
    for (uint32_t i = 0; i < result->edge_count && ok; ++i) ++next[result->edges[i].from + 1];
    for (uint32_t i = 0; i < point_count && ok; ++i) next[i + 1] += next[i];
    for (uint32_t i = 0; i < result->edge_count && ok; ++i) {
        pl_delaunay_edge edge = result->edges[i];
        uint32_t at = next[edge.from]++;
        for (; at > 0 && sorted[at - 1].from == edge.from && sorted[at - 1].to > edge.to; --at)
            sorted[at] = sorted[at - 1];
        sorted[at] = edge;
    }
    if (ok) {
        pl_delaunay_edge* swap = result->edges;
        result->edges = sorted;
        sorted = swap;
    }
    PL_DELETE_ARRAY(&result->allocator, sorted, result->edge_capacity);
    PL_DELETE_ARRAY(&result->allocator, next, point_count + 1);
    return ok;
}

static bool build(mesh* m, keyed_index* order, uint32_t count, pl_delaunay* result)
{
    if (!sort_by_curve(m->points, order, count, &result->allocator)) return false;
    uint32_t at[3];
    find_first(m, order, count, at);
    if (at[2] < count) {
        triangulate(m, order, count, at);
        write_triangles(m, result);
        write_edges(m, result);
    } else {
        if (!sort_by_column(m->points, order, count, &result->allocator)) return false;
        join_line(m->points, order, count, result);
    }
    return sort_edges(result, count);
}

static bool take_result(pl_delaunay* result, uint32_t count)
{
    result->triangle_capacity = 2 * count;
    result->edge_capacity = 3 * count;
    result->triangles = PL_NEW_ARRAY(&result->allocator, uint32_t, 3 * (size_t)result->triangle_capacity);
    result->edges = PL_NEW_ARRAY(&result->allocator, pl_delaunay_edge, result->edge_capacity);
    return result->triangles && result->edges;
}

ploy_status pl_delaunay_create(const ploy_point* points, uint32_t count, const ploy_allocator* allocator,
                               pl_delaunay* result)
{
    PL_ASSERT(count <= 1u << 28);
    *result = (pl_delaunay){.allocator = pl_allocator_choose(allocator)};
    if (count == 0) return PLOY_OK;
    const ploy_allocator* a = &result->allocator;
    // With the corner far away, n points make 2 n - 2 triangles; the first has three more beside it even when n is 3.
    mesh m = {.points = points, .half_capacity = 6 * count};
    m.corner = PL_NEW_ARRAY(a, uint32_t, m.half_capacity);
    m.twin = PL_NEW_ARRAY(a, uint32_t, m.half_capacity);
    keyed_index* order = PL_NEW_ARRAY(a, keyed_index, count);
    bool ok = m.corner && m.twin && order && take_result(result, count) && build(&m, order, count, result);
    PL_DELETE_ARRAY(a, order, count);
    PL_DELETE_ARRAY(a, m.twin, m.half_capacity);
    PL_DELETE_ARRAY(a, m.corner, m.half_capacity);
    if (!ok) pl_delaunay_destroy(result);
    return ok ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

void pl_delaunay_destroy(pl_delaunay* delaunay)
{
    PL_DELETE_ARRAY(&delaunay->allocator, delaunay->triangles, 3 * (size_t)delaunay->triangle_capacity);
    PL_DELETE_ARRAY(&delaunay->allocator, delaunay->edges, delaunay->edge_capacity);
    *delaunay = (pl_delaunay){.allocator = delaunay->allocator};
}
