#include "programs/experiment/report/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "programs/experiment/report/figure.h"
#include "programs/cli/markup.h"

static const char style[] =
    ":root{color-scheme:light "
    "dark;--ink:#1c1c1e;--paper:#fdfdfc;--soft:#6b6b70;--line:#d9d9dc;--yes:#1b7f4b;--no:#b3261e;"
    "--a:#2f6fb5;--b:#d07a22;--c:#4f9a6b;--d:#9a5fb0;--e:#b04a5a;--f:#5a8f99;--g:#8a8330;--h:#77777c}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e9e9ec;--paper:#17181a;--soft:#a0a0a6;--line:#3a3b3f;--yes:#62c98f;"
    "--no:#f08a80;--a:#6ea8e6;--b:#e8a154;--c:#7fc79a;--d:#c496d8;--e:#e58795;--f:#8fc2cc;--g:#c2ba66;--h:#a8a8ad}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62rem;margin:2rem auto;"
    "padding:0 1rem}\n"
    "h1{line-height:1.2}h2{margin-top:2.5rem}table{border-collapse:collapse;width:100%;font-size:.9rem}\n"
    "td,th{border-bottom:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top}\n"
    ".n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.yes{color:var(--yes);font-weight:600}"
    ".no{color:var(--no);font-weight:600}td.yes,td.no,td.soft{white-space:nowrap}.soft{color:var(--soft)}.wide{"
    "overflow-x:auto}\n"
    "figure{margin:1.5rem 0}figcaption{font-weight:600}svg{width:100%;height:auto;font:11px system-ui,sans-serif}\n"
    "svg text{fill:var(--ink)}.tick{text-anchor:middle;fill:var(--soft)}.series{text-anchor:end;fill:var(--soft)}"
    ".grid{stroke:var(--line)}.zero{stroke:var(--soft)}.whisker{stroke:var(--ink);fill:none;stroke-width:1.3}\n"
    ".s0{fill:var(--a)}.s1{fill:var(--b)}.s2{fill:var(--c)}.s3{fill:var(--d)}.s4{fill:var(--e)}.s5{fill:var(--f)}"
    ".s6{fill:var(--g)}.s7{fill:var(--h)}\n";

stats_estimate report_mean(sample list)
{
    stats_estimate s = stats_one_sample(list.values, list.count);
    sample_free(&list);
    return s;
}

static const char* class_of(verdict v)
{
    return v == VERDICT_HOLDS ? "yes" : v == VERDICT_FAILS ? "no" : "soft";
}

static void print_p(double p, FILE* out)
{
    if (isnan(p))
        fputs("–", out);
    else if (p < 0.0001)
        fputs("&lt; 0.0001", out);
    else
        fprintf(out, "%.4f", p);
}

static void cell(FILE* out, const char* text)
{
    fputs("<td>", out);
    markup_text(out, text);
    fputs("</td>", out);
}

// Semicolons become line breaks.
static void print_parts(const char* text, FILE* out)
{
    char part[512];
    for (size_t length; *text; text += length) {
        length = strcspn(text, ";");
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        markup_text(out, part);
        if (text[length] == ';') {
            fputs(";<br>", out);
            length += 1 + (text[length + 1] == ' ');
        }
    }
}

static void print_claim(const claim_answer* a, FILE* out)
{
    fprintf(out, "<tr id=\"%s\">", a->id);
    cell(out, a->claim);
    cell(out, a->theirs);
    cell(out, a->margin ? a->margin : "");
    fputs("<td>", out);
    print_parts(a->ours, out);
    if (a->test[0]) {
        fputs(" <span class=\"soft\">[", out);
        markup_text(out, a->test);
        fputs("]</span>", out);
    }
    fputs("</td><td class=\"n\">", out);
    print_p(a->p, out);
    fputs("</td><td class=\"n\">", out);
    print_p(a->holm, out);
    fprintf(out, "</td><td class=\"%s\">%s</td></tr>\n", class_of(a->verdict), verdict_text(a->verdict));
}

static void print_claims(const claim_answer* answers, FILE* out)
{
    fputs("<h2 id=\"claims\">The claims</h2>\n"
          "<p>Each claim of the dissertation, compared with our results. What its words mean in numbers was written before "
          "the run and stands in the column margin. A claim about a difference holds when the difference has the claimed "
          "sign, does not hold when it has the other sign; a claim of being level or about so much holds when two "
          "one-sided tests both say that the difference is within the margin (equivalence), and does not hold when it is "
          "surely outside. Both need a p below 0.05 after correction for the number of claims (Holm), so that among all "
          "of them even one false alarm is unlikely; otherwise we cannot tell. A dash means that there is nothing "
          "to test.</p>\n<div class=\"wide\"><table>\n",
          out);
    const char* group = "";
    for (uint32_t i = 0; i < claim_count; i++) {
        const claim_answer* a = &answers[i];
        if (strcmp(group, a->group) != 0) {
            group = a->group;
            fprintf(out,
                    "<tr><th>%s</th><th>dissertation</th><th>margin</th><th>ours (95 %% interval) [test]</th>"
                    "<th>p</th><th>p, Holm</th><th>verdict</th></tr>\n",
                    group);
        }
        print_claim(a, out);
    }
    fputs("</table></div>\n", out);
}

static void print_differences(const claim_answer* answers, FILE* out)
{
    uint32_t count = 0;
    fputs("<h2 id=\"differences\">Where we differ, and why</h2>\n<ul>\n", out);
    for (uint32_t i = 0; i < claim_count; i++) {
        const claim_answer* a = &answers[i];
        if (a->verdict != VERDICT_FAILS) continue;
        count++;
        fprintf(out, "<li><a href=\"#%s\">", a->id);
        markup_text(out, a->claim);
        fputs("</a>: does not hold here. Likely reason: ", out);
        markup_text(out, a->reason ? a->reason : "not known.");
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
    if (count == 0) fputs("<p>No claim was contradicted by these results.</p>\n", out);
}

static bool has_maps(const claim_answer* a)
{
    return a->on_map[0][0] && a->on_map[1][0];
}

static void print_maps(const claim_answer* answers, FILE* out)
{
    fputs("<h2 id=\"maps\">Each map alone</h2>\n<p>The same claims with the matches of one map; p is not corrected "
          "here.</p>\n<div class=\"wide\"><table><tr><th>claim</th><th>map 1</th><th>map 2</th></tr>\n",
          out);
    for (uint32_t i = 0; i < claim_count; i++) {
        const claim_answer* a = &answers[i];
        if (!has_maps(a)) continue;
        fputs("<tr>", out);
        cell(out, a->claim);
        for (uint32_t map = 0; map < 2; map++) {
            fputs("<td>", out);
            print_parts(a->on_map[map], out);
            fputs("</td>", out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

static void print_head(const evidence* e, FILE* out)
{
    const study* s = e->s;
    fprintf(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                 "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>");
    markup_text(out, s->name);
    fprintf(out, ": GOAP against FSM</title>\n<style>\n%s</style></head><body>\n<h1>GOAP against FSM, repeated</h1>\n",
            style);
    fputs("<p>Experiment <b>", out);
    markup_text(out, s->name);
    fprintf(out,
            "</b>: %" PRIu32 " of %" PRIu32 " matches played, %" PRIu64 " minutes of play planned; seeds %" PRIu64
            " to %" PRIu64 ", plan %016" PRIx64 ", ploy %s.</p>\n",
            evidence_done(e), s->match_count, study_seconds(s) / 60, s->seed, s->seed + s->match_count - 1, s->digest,
            ploy_version());
}

static void print_summary(const claim_answer* answers, FILE* out)
{
    fprintf(out,
            "<p>Of %u claims, <span class=\"yes\">%u hold</span>, <span class=\"no\">%u do not hold</span>, and of %u "
            "we cannot tell.</p>\n",
            claim_count, claims_count(answers, VERDICT_HOLDS), claims_count(answers, VERDICT_FAILS),
            claims_count(answers, VERDICT_UNKNOWN));
}

static void print_method(const evidence* e, FILE* out)
{
    fputs(
        "<h2 id=\"method\">How it was done</h2>\n<ul>\n"
        "<li>The game, its modes and the plan are those of the dissertation of 2007: ten agents on two maps, five of "
        "each controller; in Deathmatch and Last Man Standing everyone against everyone, with results summed for "
        "each controller. The maps, the weapons' numbers and the code are our own.</li>\n"
        "<li>The n-th match of the plan has the base seed plus n. Every second match of a test swaps the sides.</li>\n"
        "<li>Team modes: one match is one observation, the difference between its two sides. p: with the two sides "
        "swapped, a difference would have the other sign; all combinations of signs are tried (up to "
        "16 matches) or 20,000 random ones. Interval: Student's t.</li>\n"
        "<li>Everyone against everyone: one agent in one match is one observation. p: the labels GOAP and FSM are "
        "shuffled "
        "among the agents of each match, 20,000 times. Interval: Welch's.</li>\n"
        "<li>Rounds won: exact binomial test against a half, interval after Clopper and Pearson.</li>\n"
        "<li>Samples from different matches (distances): Welch's test.</li>\n"
        "<li>Equivalence (level, about half, marginally): two one-sided t-tests at 0.05.</li>\n"
        "<li>CPU: each controller plays against itself, the two games take turns of 15 seconds in one process; a turn of "
        "both is one observation. CPU time of the thread, so that other load does not count.</li>\n"
        "<li>All p-values of claims together are corrected after Holm.</li>\n"
        "<li>A match gives the same numbers on any computer and with any number of jobs; times do "
        "not.</li>\n</ul>\n"
        "<h3>What was tuned</h3>\n<p>",
        out);
    markup_text(out, e->s->tuned[0] ? e->s->tuned : "The experiment file does not say.");
    fprintf(out,
            "</p>\n<p>Seeds 1 to %d are for development, %d to %d for tuning and its validation; this report uses none "
            "of them.</p>\n",
            SEEDS_DEVELOPMENT_LAST, SEEDS_TUNING_FIRST, SEEDS_VALIDATION_LAST);
}

void report_print(const evidence* e, const claim_answer* answers, FILE* out)
{
    print_head(e, out);
    print_summary(answers, out);
    print_claims(answers, out);
    print_differences(answers, out);
    print_maps(answers, out);
    report_figures(e, out);
    report_conduct(e, out);
    report_behavior(e, out);
    report_cost(e, out);
    report_flexibility(out);
    report_robin(e, out);
    report_uses(e, out);
    print_method(e, out);
    fputs("</body></html>\n", out);
}
