#include "programs/bench/plan/pddl_problems.h"

#include "programs/cli/system.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const pddl_family pddl_families[PDDL_FAMILIES] = {
    {"gripper",
     "(define (domain gripper) (:types room ball hand) (:predicates (here ?r - room) (lies ?b - ball ?r - room)"
     " (free ?h - hand) (holds ?b - ball ?h - hand))"
     "(:action move :parameters (?from ?to - room) :precondition (here ?from) :effect (and (here ?to) (not (here ?from))))"
     "(:action pick :parameters (?b - ball ?r - room ?h - hand) :precondition (and (lies ?b ?r) (here ?r) (free ?h))"
     " :effect (and (holds ?b ?h) (not (lies ?b ?r)) (not (free ?h))))"
     "(:action drop :parameters (?b - ball ?r - room ?h - hand) :precondition (and (holds ?b ?h) (here ?r))"
     " :effect (and (lies ?b ?r) (free ?h) (not (holds ?b ?h)))))",
     {10, 20, 40, 80},
     {3, 4, 5, 6}},
    {"blocks",
     "(define (domain blocks) (:predicates (on ?x ?y) (table ?x) (clear ?x) (empty) (holding ?x))"
     "(:action lift :parameters (?x) :precondition (and (clear ?x) (table ?x) (empty))"
     " :effect (and (not (table ?x)) (not (clear ?x)) (not (empty)) (holding ?x)))"
     "(:action put :parameters (?x) :precondition (holding ?x)"
     " :effect (and (not (holding ?x)) (clear ?x) (empty) (table ?x)))"
     "(:action stack :parameters (?x ?y) :precondition (and (holding ?x) (clear ?y))"
     " :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (empty) (on ?x ?y)))"
     "(:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (empty))"
     " :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (empty)) (not (on ?x ?y)))))",
     {8, 12, 16, 24},
     {5, 7, 9, 11}},
    {"ferry",
     "(define (domain ferry) (:types port car) (:predicates (at ?c - car ?p - port) (ferry ?p - port) (on ?c - car) (empty))"
     "(:action sail :parameters (?from ?to - port) :precondition (ferry ?from) :effect (and (ferry ?to) (not (ferry ?from))))"
     "(:action board :parameters (?c - car ?p - port) :precondition (and (at ?c ?p) (ferry ?p) (empty))"
     " :effect (and (on ?c) (not (at ?c ?p)) (not (empty))))"
     "(:action debark :parameters (?c - car ?p - port) :precondition (and (on ?c) (ferry ?p))"
     " :effect (and (at ?c ?p) (empty) (not (on ?c)))))",
     {10, 20, 40, 80},
     {3, 5, 7, 9}},
    {"logistics",
     "(define (domain logistics) (:types truck airplane - vehicle package vehicle - thing airport location - place city)"
     "(:predicates (of ?p - place ?c - city) (at ?x - thing ?p - place) (in ?k - package ?v - vehicle))"
     "(:action load :parameters (?k - package ?v - vehicle ?p - place) :precondition (and (at ?v ?p) (at ?k ?p))"
     " :effect (and (not (at ?k ?p)) (in ?k ?v)))"
     "(:action unload :parameters (?k - package ?v - vehicle ?p - place) :precondition (and (at ?v ?p) (in ?k ?v))"
     " :effect (and (not (in ?k ?v)) (at ?k ?p)))"
     "(:action fly :parameters (?v - airplane ?from ?to - airport) :precondition (at ?v ?from)"
     " :effect (and (not (at ?v ?from)) (at ?v ?to)))"
     "(:action drive :parameters (?v - truck ?from ?to - place ?c - city)"
     " :precondition (and (at ?v ?from) (of ?from ?c) (of ?to ?c)) :effect (and (not (at ?v ?from)) (at ?v ?to))))",
     {5, 10, 20, 60},
     {1, 2, 3, 4}},
    {"depots",
     "(define (domain depots) (:types place truck hoist surface - object pallet crate - surface)"
     "(:predicates (at ?x - object ?p - place) (on ?c - crate ?s - surface) (in ?c - crate ?t - truck)"
     " (lifting ?h - hoist ?c - crate) (free ?h - hoist) (clear ?s - surface))"
     "(:action drive :parameters (?t - truck ?from ?to - place) :precondition (at ?t ?from)"
     " :effect (and (at ?t ?to) (not (at ?t ?from))))"
     "(:action lift :parameters (?h - hoist ?c - crate ?s - surface ?p - place)"
     " :precondition (and (at ?h ?p) (free ?h) (at ?c ?p) (on ?c ?s) (clear ?c))"
     " :effect (and (not (at ?c ?p)) (lifting ?h ?c) (not (clear ?c)) (not (free ?h)) (clear ?s) (not (on ?c ?s))))"
     "(:action drop :parameters (?h - hoist ?c - crate ?s - surface ?p - place)"
     " :precondition (and (at ?h ?p) (at ?s ?p) (clear ?s) (lifting ?h ?c))"
     " :effect (and (free ?h) (not (lifting ?h ?c)) (at ?c ?p) (not (clear ?s)) (clear ?c) (on ?c ?s)))"
     "(:action load :parameters (?h - hoist ?c - crate ?t - truck ?p - place)"
     " :precondition (and (at ?h ?p) (at ?t ?p) (lifting ?h ?c)) :effect (and (not (lifting ?h ?c)) (in ?c ?t) (free ?h)))"
     "(:action unload :parameters (?h - hoist ?c - crate ?t - truck ?p - place)"
     " :precondition (and (at ?h ?p) (at ?t ?p) (free ?h) (in ?c ?t))"
     " :effect (and (not (in ?c ?t)) (not (free ?h)) (lifting ?h ?c))))",
     {4, 6, 8, 12},
     {1, 2, 3, 4}},
    {"satellite",
     "(define (domain satellite) (:types satellite direction camera mode) (:predicates (carries ?s - satellite ?c - camera)"
     " (supports ?c - camera ?m - mode) (points ?s - satellite ?d - direction) (spare ?s - satellite) (on ?c - camera)"
     " (calibrated ?c - camera) (target ?c - camera ?d - direction) (picture ?d - direction ?m - mode))"
     "(:action turn :parameters (?s - satellite ?to ?from - direction) :precondition (points ?s ?from)"
     " :effect (and (points ?s ?to) (not (points ?s ?from))))"
     "(:action switch-on :parameters (?c - camera ?s - satellite) :precondition (and (carries ?s ?c) (spare ?s))"
     " :effect (and (on ?c) (not (calibrated ?c)) (not (spare ?s))))"
     "(:action switch-off :parameters (?c - camera ?s - satellite) :precondition (and (carries ?s ?c) (on ?c))"
     " :effect (and (not (on ?c)) (spare ?s)))"
     "(:action calibrate :parameters (?s - satellite ?c - camera ?d - direction)"
     " :precondition (and (carries ?s ?c) (target ?c ?d) (points ?s ?d) (on ?c)) :effect (calibrated ?c))"
     "(:action take :parameters (?s - satellite ?d - direction ?c - camera ?m - mode)"
     " :precondition (and (calibrated ?c) (carries ?s ?c) (supports ?c ?m) (on ?c) (points ?s ?d)) :effect (picture ?d ?m)))",
     {5, 10, 20, 40},
     {1, 2, 3, 4}},
    {"orders",
     "(define (domain orders) (:types order product count) (:predicates (of ?p - product ?o - order) (waits ?o - order)"
     " (begun ?o - order) (sent ?o - order) (made ?p - product) (free ?n - count) (next ?n ?m - count))"
     "(:functions (total-cost))"
     "(:action begin :parameters (?o - order ?n ?m - count) :precondition (and (waits ?o) (free ?m) (next ?n ?m))"
     " :effect (and (begun ?o) (not (waits ?o)) (free ?n) (not (free ?m))))"
     "(:action make :parameters (?p - product)"
     " :precondition (and (not (made ?p)) (forall (?o - order) (imply (of ?p ?o) (begun ?o)))) :effect (made ?p))"
     "(:action send :parameters (?o - order ?n ?m - count)"
     " :precondition (and (begun ?o) (free ?n) (next ?n ?m) (forall (?p - product) (imply (of ?p ?o) (made ?p))))"
     " :effect (and (sent ?o) (not (begun ?o)) (free ?m) (not (free ?n))))"
     "(:action add-desk :parameters (?n ?m - count) :precondition (and (free ?n) (next ?n ?m))"
     " :effect (and (free ?m) (not (free ?n)) (increase (total-cost) 1))))",
     {8, 16, 30, 50},
     {3, 4, 5, 6}},
    {"parking",
     "(define (domain parking) (:types car bay) (:predicates (in ?c - car ?b - bay) (front ?c - car)"
     " (behind ?c ?d - car) (last ?c - car) (empty ?b - bay))"
     "(:action back-out :parameters (?c - car ?b ?to - bay) :precondition (and (last ?c) (in ?c ?b) (empty ?to))"
     " :effect (and (in ?c ?to) (not (in ?c ?b)) (empty ?b) (not (empty ?to))))"
     "(:action join :parameters (?c - car ?b - bay ?d - car)"
     " :precondition (and (last ?c) (in ?c ?b) (front ?d) (last ?d) (not (= ?c ?d)))"
     " :effect (and (behind ?c ?d) (not (in ?c ?b)) (empty ?b) (not (front ?c)) (not (last ?d))))"
     "(:action leave :parameters (?c ?d - car ?to - bay) :precondition (and (last ?c) (behind ?c ?d) (empty ?to))"
     " :effect (and (in ?c ?to) (front ?c) (not (behind ?c ?d)) (last ?d) (not (empty ?to))))"
     "(:action swap :parameters (?c ?d ?e - car)"
     " :precondition (and (last ?c) (behind ?c ?d) (front ?e) (last ?e) (not (= ?c ?e)))"
     " :effect (and (behind ?c ?e) (not (behind ?c ?d)) (last ?d) (not (last ?e)))))",
     {4, 6, 8, 10},
     {3, 4, 5, 6}},
};

typedef struct pddl_text
{
    char* text;
    size_t bytes, used;
    uint64_t seed;
} pddl_text;

CLI_PRINTF(2, 3) static void put(pddl_text* t, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(t->text + t->used, t->bytes - t->used, format, list);
    va_end(list);
    if (length > 0) t->used += (size_t)length < t->bytes - t->used ? (size_t)length : t->bytes - t->used - 1;
}

static int draw(pddl_text* t, int below)
{
    uint64_t z = t->seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (int)((z ^ z >> 31) % (uint64_t)below);
}

// The numbers below count, in any order.
static void shuffle(pddl_text* t, int* order, int count)
{
    for (int i = 0; i < count; i++) {
        int at = draw(t, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
}

static void put_names(pddl_text* t, const char* stem, int count, const char* type)
{
    for (int i = 0; i < count; i++) put(t, " %s%d", stem, i);
    if (*type) put(t, " - %s", type);
}

static void put_gripper(pddl_text* t, int size)
{
    put_names(t, "r", 2, "room");
    put_names(t, "h", 2, "hand");
    put_names(t, "b", size, "ball");
    put(t, ") (:init (here r0) (free h0) (free h1)");
    for (int i = 0; i < size; i++) put(t, " (lies b%d r0)", i);
    put(t, ") (:goal (and");
    for (int i = 0; i < size; i++) put(t, " (lies b%d r1)", i);
}

// Towers: each block on the one before it, or on the table.
static void put_towers(pddl_text* t, int size, bool is_start)
{
    int order[64];
    shuffle(t, order, size);
    for (int i = 0; i < size; i++) {
        bool is_base = i == 0 || draw(t, 4) == 0;
        if (!is_base) put(t, " (on b%d b%d)", order[i], order[i - 1]);
        if (is_base && is_start) put(t, " (table b%d)", order[i]);
        if (is_base && is_start && i > 0) put(t, " (clear b%d)", order[i - 1]);
    }
    if (is_start) put(t, " (clear b%d)", order[size - 1]);
}

static void put_blocks(pddl_text* t, int size)
{
    put_names(t, "b", size, "");
    put(t, ") (:init (empty)");
    put_towers(t, size, true);
    put(t, ") (:goal (and");
    put_towers(t, size, false);
}

static void put_ferry(pddl_text* t, int size)
{
    int ports = 3 + size / 4;
    put_names(t, "p", ports, "port");
    put_names(t, "c", size, "car");
    put(t, ") (:init (ferry p0) (empty)");
    for (int i = 0; i < size; i++) put(t, " (at c%d p%d)", i, draw(t, ports));
    put(t, ") (:goal (and");
    for (int i = 0; i < size; i++) put(t, " (at c%d p%d)", i, draw(t, ports));
}

// The first place of each city is its airport.
static void put_place(pddl_text* t, int cities, int places)
{
    int place = draw(t, places), city = draw(t, cities);
    put(t, place ? " l%d-%d)" : " a%d)", city, place);
}

static void put_logistics(pddl_text* t, int size)
{
    int cities = 2 + size / 5, places = 2 + size / 10;
    put_names(t, "c", cities, "city");
    put_names(t, "a", cities, "airport");
    for (int i = 0; i < cities; i++)
        for (int k = 1; k < places; k++) put(t, " l%d-%d", i, k);
    put(t, " - location");
    put_names(t, "t", cities, "truck");
    put(t, " plane0 plane1 - airplane");
    put_names(t, "k", size, "package");
    put(t, ") (:init (at plane0 a0) (at plane1 a1)");
    for (int i = 0; i < cities; i++) {
        put(t, " (of a%d c%d) (at t%d a%d)", i, i, i, i);
        for (int k = 1; k < places; k++) put(t, " (of l%d-%d c%d)", i, k, i);
    }
    for (int i = 0; i < size; i++) put(t, " (at k%d", i), put_place(t, cities, places);
    put(t, ") (:goal (and");
    for (int i = 0; i < size; i++) put(t, " (at k%d", i), put_place(t, cities, places);
}

// Crates lie on pallets, one of each at a place, and on each other; they are to lie on other ones.
static void put_depots(pddl_text* t, int size)
{
    int places = 2 + size / 3, tops[64];
    put_names(t, "p", places, "place");
    put_names(t, "t", 2, "truck");
    put_names(t, "h", places, "hoist");
    put_names(t, "f", places, "pallet");
    put_names(t, "c", size, "crate");
    put(t, ") (:init (at t0 p0) (at t1 p1)");
    for (int i = 0; i < places; i++) put(t, " (at h%d p%d) (free h%d) (at f%d p%d)", i, i, i, i, i), tops[i] = -1;
    for (int i = 0; i < size; i++) {
        int place = draw(t, places);
        put(t, " (at c%d p%d) (on c%d %c%d)", i, place, i, tops[place] < 0 ? 'f' : 'c', tops[place] < 0 ? place : tops[place]);
        tops[place] = i;
    }
    for (int i = 0; i < places; i++) put(t, " (clear %c%d)", tops[i] < 0 ? 'f' : 'c', tops[i] < 0 ? i : tops[i]), tops[i] = -1;
    put(t, ") (:goal (and");
    for (int i = size; i-- > 0;) {
        int place = draw(t, places);
        put(t, " (on c%d %c%d)", i, tops[place] < 0 ? 'f' : 'c', tops[place] < 0 ? place : tops[place]);
        tops[place] = i;
    }
}

static void put_satellite(pddl_text* t, int size)
{
    int satellites = 1 + size / 5, modes = 3;
    put_names(t, "s", satellites, "satellite");
    put_names(t, "c", satellites, "camera");
    put_names(t, "m", modes, "mode");
    put_names(t, "d", size + 2, "direction");
    put(t, ") (:init");
    for (int i = 0; i < satellites; i++) {
        put(t, " (carries s%d c%d) (spare s%d) (points s%d d%d) (target c%d d%d) (supports c%d m%d)", i, i, i, i,
            draw(t, size + 2), i, draw(t, size + 2), i, draw(t, modes));
        if (i == 0) put(t, " (supports c0 m0) (supports c0 m1) (supports c0 m2)");
    }
    put(t, ") (:goal (and");
    for (int i = 0; i < size; i++) put(t, " (picture d%d m%d)", i, draw(t, modes));
}

// Orders of some products each; all that an order is of must be made while it is begun.
static void put_orders(pddl_text* t, int size)
{
    put_names(t, "o", size, "order");
    put_names(t, "p", size, "product");
    put_names(t, "n", size + 1, "count");
    put(t, ") (:init (= (total-cost) 0) (free n0)");
    for (int i = 0; i < size; i++) {
        put(t, " (waits o%d) (next n%d n%d) (of p%d o%d)", i, i, i + 1, i, i);
        for (int k = 0; k < 2; k++) put(t, " (of p%d o%d)", draw(t, size), i);
    }
    put(t, ") (:goal (and");
    for (int i = 0; i < size; i++) put(t, " (sent o%d)", i);
}

// One car in each bay but the last, and behind each but the first of these another.
static void put_parked(pddl_text* t, int size, bool is_start)
{
    int cars = 2 * size - 3, order[64];
    shuffle(t, order, cars);
    for (int i = 0; i < size - 1; i++) {
        bool has_back = i > 0;
        int front = order[i], back = has_back ? order[size - 2 + i] : front;
        put(t, " (in c%d b%d)", front, i);
        if (has_back) put(t, " (behind c%d c%d)", back, front);
        if (is_start) put(t, " (front c%d) (last c%d)", front, back);
    }
    if (is_start) put(t, " (empty b%d)", size - 1);
}

static void put_parking(pddl_text* t, int size)
{
    put_names(t, "b", size, "bay");
    put_names(t, "c", 2 * size - 3, "car");
    put(t, ") (:init");
    put_parked(t, size, true);
    put(t, ") (:goal (and");
    put_parked(t, size, false);
}

size_t pddl_problem_write(uint32_t family, int size, uint64_t seed, char* text, size_t bytes)
{
    static void (*const writers[PDDL_FAMILIES])(pddl_text*, int) = {
        put_gripper, put_blocks, put_ferry, put_logistics, put_depots, put_satellite, put_orders, put_parking};
    pddl_text t = {text, bytes, 0, seed * 1000 + (uint64_t)size};
    put(&t, "(define (problem p) (:domain %s) (:objects", pddl_families[family].name);
    writers[family](&t, size);
    bool has_cost = strstr(pddl_families[family].domain, "total-cost");
    put(&t, "))%s)\n", has_cost ? " (:metric minimize (total-cost))" : "");
    return t.used;
}
