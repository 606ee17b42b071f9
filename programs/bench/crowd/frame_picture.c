#include "programs/bench/crowd/frame_picture.h"

#include "programs/cli/markup.h"

#define WIDTH 760.0
#define HEIGHT 320.0
#define LEFT 56.0
#define RIGHT 12.0
#define TOP 34.0
#define BOTTOM 58.0
#define LINES 5

static const char* const colors[] = {"#2f6fb5", "#d07a22", "#4f9a6b", "#9a5fb0"};

static double x_of(uint32_t frame, uint32_t frames)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * frame / (frames > 1 ? frames - 1 : 1);
}

static double y_of(double ms, double top)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (ms > top ? top : ms) / top);
}

static void print_grid(uint32_t frames, double top, FILE* out)
{
    for (uint32_t i = 0; i <= LINES; i++) {
        double ms = top * i / LINES, y = y_of(ms, top);
        fprintf(out, "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#d9d9dc\"/>", LEFT, WIDTH - RIGHT, y, y);
        fprintf(out, "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%.3g</text>\n", LEFT - 6, y + 4, ms);
    }
    for (uint32_t frame = 0; frame < frames; frame += 30)
        fprintf(out, "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%u</text>\n", x_of(frame, frames),
                HEIGHT - BOTTOM + 16, frame);
    fprintf(out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">frame</text><text x=\"8\" y=\"%.0f\">ms</text>\n",
            (LEFT + WIDTH) / 2, HEIGHT - BOTTOM + 32, TOP - 6);
}

static void print_series(const frame_series* s, uint32_t index, uint32_t frames, double top, FILE* out)
{
    const char* color = colors[index % (sizeof colors / sizeof *colors)];
    fprintf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" d=\"", color);
    for (uint32_t i = 0; i < frames; i++)
        fprintf(out, "%s%.1f %.2f", i ? "L" : "M", x_of(i, frames), y_of(s->ns[i] / 1e6, top));
    double x = LEFT + 180.0 * index, y = HEIGHT - 8;
    fprintf(out, "\"/>\n<rect x=\"%.0f\" y=\"%.0f\" width=\"14\" height=\"4\" fill=\"%s\"/><text x=\"%.0f\" y=\"%.0f\">", x,
            y - 6, color, x + 19, y);
    markup_text(out, s->name);
    fputs("</text>\n", out);
}

void frame_picture_print(const char* title, const frame_series* series, uint32_t count, uint32_t frames, double top,
                         FILE* out)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" font-family=\"system-ui, sans-serif\" "
            "font-size=\"12\" fill=\"#55555a\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fdfdfc\"/><title>",
            WIDTH, HEIGHT);
    markup_text(out, title);
    fprintf(out, "</title>\n<text x=\"%.0f\" y=\"16\" font-weight=\"600\" fill=\"#1c1c1e\">", LEFT);
    markup_text(out, title);
    fputs("</text>\n", out);
    print_grid(frames, top, out);
    for (uint32_t i = 0; i < count; i++) print_series(&series[i], i, frames, top, out);
    fputs("</svg>\n", out);
}
