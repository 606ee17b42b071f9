local ploy = require "ploy"
local runner = require "runner"
local equal, fails = runner.equal, runner.fails

local function soldier()
    local domain = ploy.domain{name = "soldier"}
    domain:add_type("place", {"camp", "armory", "bunker"})
    domain:add_symbol{name = "at", object_type = "place"}
    domain:add_symbol{name = "ammo", type = "int", max = 12, initial = 1}
    domain:add_symbol{name = "fear", type = "decimal", max = 1, step = 0.25}
    domain:add_symbol{name = "safe", of = {"place"}}
    domain:add_action{name = "GoTo", cost = 1.5, params = {{name = "p", type = "place"}}, pre = "at != p", effect = "at = p"}
    domain:add_action{name = "Load", pre = "at = armory", effect = "ammo += 1"}
    domain:add_action{name = "Secure", pre = "ammo >= 2 and at = bunker", effect = "safe(bunker)", cost = "call:danger"}
    domain:add_goal{name = "Hold", condition = "safe(bunker)", priority = 2}
    domain:add_goal{name = "Visit", params = {{name = "p", type = "place"}}, condition = "at = p"}
    domain:compile()
    return domain
end

local function text(plan)
    local steps = {}
    for i, step in ipairs(plan.steps) do steps[i] = step.action .. "(" .. table.concat(step.args, ",") .. ")" end
    return table.concat(steps, " ")
end

local tests = {}

tests["a planner alone finds the cheapest plan"] = function()
    local domain = soldier()
    domain:bind_number("danger", function() return 3 end)
    local planner = domain:planner()
    local plan = planner:plan{goal = "Hold"}
    equal(plan.status, "found")
    equal(text(plan), "GoTo(armory) Load() GoTo(bunker) Secure()")
    equal(plan.cost, 7)
    equal(plan.goal, "Hold")
    equal(plan.proved, true)
    equal(text(planner:plan{goal = "Hold", start = "at = bunker, ammo = 3"}), "Secure()")
    equal(planner:plan{goal = "Hold", start = "safe(bunker)"}.status, "already")
    equal(planner:plan{goal = "Hold", disabled = {"Load"}}.status, "not-found")
    equal(text(planner:plan{goal = "Visit", args = {"bunker"}}), "GoTo(bunker)")
    equal(planner:plan{}.goal, "Hold")
    equal(planner:plan{goal = "Hold", max_nodes = 1, search = "astar"}.status ~= nil, true)
end

tests["slices give the same plan as one call"] = function()
    local domain = soldier()
    domain:bind_number("danger", function() return 3 end)
    local planner = domain:planner{no_cache = true}
    local status = planner:begin{goal = "Hold"}
    while status == "in-progress" do status = planner:update(1) end
    equal(text(planner:finish()), text(planner:plan{goal = "Hold"}))
end

tests["an anytime search has its best plan before it ends"] = function()
    local domain = ploy.domain()
    domain:add_symbol{name = "n", type = "int", max = 400}
    domain:add_symbol{name = "m", type = "int", max = 400}
    domain:add_action{name = "Step", effect = "n += 1", cost = 3}
    domain:add_action{name = "Leap", effect = "n += 7, m += 1", cost = 20}
    domain:add_action{name = "Rest", pre = "m >= 1", effect = "m -= 1", cost = 1}
    domain:add_goal{name = "Far", condition = "n >= 300"}
    domain:compile()
    local planner, last = domain:planner(), nil
    planner:begin{goal = "Far", search = "anytime"}
    equal(planner:best(), nil)
    while planner:update(20) == "in-progress" do
        local best = planner:best()
        if best then
            equal(not last or best.cost <= last, true)
            last = best.cost
        end
    end
    equal(planner:finish().cost <= last, true)
    fails("no search is in progress", planner.best, planner)
end

tests["a plan is followed state by state"] = function()
    local domain = soldier()
    domain:bind_number("danger", function() return 3 end)
    local state = ""
    for _, step in ipairs(domain:planner():plan{goal = "Hold"}.steps) do
        local object = step.args[1]
        equal(domain:applicable(state, step.action, object), true)
        equal(domain:meets(state, "Hold"), false)
        state = domain:apply(state, step.action, object)
    end
    equal(domain:meets(state, "Hold"), true)
    equal(domain:meets(state, "Visit", "bunker"), true)
    fails("Secure is not applicable", domain.apply, domain, "", "Secure")
    fails("there is no object 'moon'", domain.applicable, domain, "", "GoTo", "moon")
    fails("the domain has no goal 'Win'", domain.meets, domain, "", "Win")
    fails("state", domain.meets, domain, "amo = 3", "Hold")
end

tests["explanations say why, and why not"] = function()
    local domain = soldier()
    domain:bind_number("danger", function() return 3 end)
    local why = domain:explain{goal = "Hold"}
    equal(why.status, "found")
    equal(why.text:find("Load", 1, true) ~= nil, true, why.text)
    local why_not = domain:explain{goal = "Hold", start = "at = bunker, ammo = 3", why_not = "Load"}
    equal(why_not.why_not == "no-use" or why_not.why_not == "costs-more", true, tostring(why_not.why_not))
    local none = domain:explain{goal = "Hold", disabled = {"Load"}}
    equal(none.status, "not-found")
    equal(#domain:explain{}.text > 0, true)
end

tests["a file has domains and agents without a world"] = function()
    local file = ploy.load_file "examples/data/farmer.xml"
    equal(file:agents()[1].name, "farmer")
    local domain = file:domain("farmer")
    file = nil
    collectgarbage()
    equal(domain.name, "farmer")
    equal(table.concat(domain:actions(), " "), "Bake Eat")
    equal(table.concat(domain:goals(), " "), "BeFed")
    equal(table.concat(domain:symbols(), " "), "hungry has_bread")
    equal(text(domain:planner():plan{start = "hungry"}), "Bake() Eat()")
end

tests["errors of a description name the place and what would be right"] = function()
    local domain = ploy.domain()
    domain:add_symbol{name = "armed"}
    domain:add_action{name = "Shoot", pre = "armd"}
    fails("armd", domain.compile, domain)
    fails("symbol_def has no field 'nam'", domain.add_symbol, domain, {nam = "x"})
    fails("max must be a number, not table", domain.add_symbol, domain, {name = "x", type = "int", max = {}})
    fails("must be one of", domain.add_symbol, domain, {name = "x", type = "integer"})
    fails("nothing.xml", ploy.load_file, "nothing.xml")
    fails("text:1:", ploy.parse_file, "<ploy version='1'><domain></ploy>")
end

tests["a callback of a domain that raises is an error of the planner"] = function()
    local domain = soldier()
    fails("'danger' of the domain is not bound", function() domain:planner():plan{goal = "Hold"} end)
    domain:bind_number("danger", function() error("no danger today") end)
    local planner = domain:planner()
    fails("no danger today", planner.plan, planner, {goal = "Hold"})
    domain:bind_number("danger", function() return 1 end)
    equal(planner:plan{goal = "Hold"}.status, "found")
    fails("a query has no field 'gaol'", planner.plan, planner, {gaol = "Hold"})
    fails("the domain has no goal 'Win'", planner.plan, planner, {goal = "Win"})
end

tests["paths go around walls and obstacles"] = function()
    local grid = ploy.grid{cells = {
        "........",
        ".A####..",
        ".....#..",
        ".....#..",
        "...###..",
        ".......B"}}
    local from, to = grid:cell(1, 1), grid:cell(7, 5)
    local path, cost = grid:find{from = from, to = to}
    equal(path[1], from)
    equal(path[#path], to)
    equal(("%.2f"):format(cost / 2378), "9.41")
    local x, y = grid:xy(path[2])
    equal(x .. "," .. y, "1,2")
    grid:block(grid:cell(2, 5))
    local _, longer = grid:find{from = from, to = to}
    equal(longer >= cost, true)
    grid:unblock(grid:cell(2, 5))
    equal(grid:sees(from, to), false)
    equal(#grid:smooth(path) <= #path, true)
    for cell = 40, 47 do grid:block(cell) end
    local none, status = grid:find{from = from, to = to}
    equal(none, nil)
    equal(status, "not-found")
    fails("a node is out of range", grid.block, grid, 48)
    fails("row 2 of the grid has another width", ploy.grid, {cells = {"...", ".."}})
end

tests["a graph has edges with costs"] = function()
    local graph = ploy.graph{node_count = 3, bidirectional = true, edges = {
        {from = 0, to = 1, cost = 5}, {from = 1, to = 2, cost = 5}, {from = 0, to = 2, cost = 20}}}
    local path, cost = graph:find{from = 0, to = 2}
    equal(table.concat(path, " "), "0 1 2")
    equal(cost, 10)
    graph:block(1)
    path, cost = graph:find{from = 0, to = 2}
    equal(cost, 20)
    fails("only a grid has cells", graph.cell, graph, 0, 0)
end

return tests
