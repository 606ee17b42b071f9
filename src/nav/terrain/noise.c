#include "nav/terrain/noise.h"

#include "base/check.h"
#include "base/hash.h"

// Sixteen directions of about equal length, in 1/256.
static const int16_t directions[16][2] = {
    {256, 0},  {237, 98},   {181, 181},   {98, 237},   {0, 256},  {-98, 237}, {-181, 181}, {-237, 98},
    {-256, 0}, {-237, -98}, {-181, -181}, {-98, -237}, {0, -256}, {98, -237}, {181, -181}, {237, -98},
};

// The slope of a corner's gradient at an offset from it, both in 1/65536 of a lattice square.
static int64_t slope(uint64_t seed, uint32_t column, uint32_t row, int64_t dx, int64_t dy)
{
    uint64_t hash = pl_hash_join(seed, (uint64_t)column << 32 | row);
    const int16_t* direction = directions[hash & 15];
    return (dx * direction[0] + dy * direction[1]) / 256;
}

// 6 t^5 - 15 t^4 + 10 t^3: slope and curvature are 0 at both ends, so there is no seam.
static int64_t fade(int64_t t)
{
    int64_t inner = (t * (6 * t - 15 * PL_NOISE_ONE) / PL_NOISE_ONE + 10 * PL_NOISE_ONE);
    return t * t / PL_NOISE_ONE * t / PL_NOISE_ONE * inner / PL_NOISE_ONE;
}

static int64_t blend(int64_t a, int64_t b, int64_t share)
{
    return a + (b - a) * share / PL_NOISE_ONE;
}

// Within 0.75 of PL_NOISE_ONE.
static int64_t octave_at(uint64_t seed, uint64_t x, uint64_t y)
{
    uint32_t column = (uint32_t)(x / PL_NOISE_ONE), row = (uint32_t)(y / PL_NOISE_ONE);
    int64_t dx = (int64_t)(x % PL_NOISE_ONE), dy = (int64_t)(y % PL_NOISE_ONE);
    int64_t top =
        blend(slope(seed, column, row, dx, dy), slope(seed, column + 1, row, dx - PL_NOISE_ONE, dy), fade(dx));
    int64_t bottom = blend(slope(seed, column, row + 1, dx, dy - PL_NOISE_ONE),
                           slope(seed, column + 1, row + 1, dx - PL_NOISE_ONE, dy - PL_NOISE_ONE), fade(dx));
    return blend(top, bottom, fade(dy));
}

int32_t pl_noise_at(const pl_noise* noise, int32_t x, int32_t y)
{
    PL_DEBUG_ASSERT(x >= 0 && y >= 0 && noise->wavelength > 0 && noise->octaves >= 1 && noise->octaves <= 16);
    int64_t sum = 0;
    for (uint32_t i = 0; i < noise->octaves; ++i) {
        uint64_t scale = (uint64_t)PL_NOISE_ONE << i;
        int64_t height = octave_at(pl_hash_join(noise->seed, i), (uint64_t)x * scale / noise->wavelength,
                                   (uint64_t)y * scale / noise->wavelength);
        sum += height / ((int64_t)1 << i);
    }
    // All octaves together stay below twice the first one; the rare sums beyond the unit are clamped.
    return (int32_t)(sum > PL_NOISE_ONE ? PL_NOISE_ONE : sum < -PL_NOISE_ONE ? -PL_NOISE_ONE : sum);
}
