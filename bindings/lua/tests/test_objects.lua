-- Objects by name, objects that come and go, tables, domains of a world, levels of detail.

local ploy = require "ploy"
local runner = require "runner"
local equal, fails = runner.equal, runner.fails

local WOODS = [[<ploy version="1">
  <domain name="woods">
    <type name="place" objects="camp glade hill"/>
    <type name="tree" capacity="5" count="2"/>
    <symbol name="at" type="place"/>
    <symbol name="wood" type="bool"/>
    <symbol name="felled" type="bool" of="tree" planned="true"/>
    <symbol name="guard" type="place" of="place"/>
    <table name="distance" of="place place" symmetric="true">camp glade = 4, camp hill = 7.5, glade hill = 5</table>
    <table name="spot" of="tree" type="place" initial="hill">tree.1 = glade, tree.2 = hill</table>
    <action name="Go" cost="1 + distance(at, p)"><param name="p" type="place"/><effect>at = p</effect></action>
    <action name="Fell"><param name="t" type="tree"/><pre>at = spot(t) and not felled(t)</pre><effect>felled(t), wood</effect></action>
    <goal name="Stock">wood</goal>
    <goal name="Be" priority="0"><param name="where" type="place"/>at = where</goal>
  </domain>
  <agent name="cutter" domain="woods"/>
</ploy>]]

local function woods(log, def)
    local world = ploy.world(def)
    world:add_activity{name = "Go", ports = "p", update = function(agent, call)
        if call.elapsed < 0.75 then return "running" end
        agent:set("at", call:get("p"))
        log[#log + 1] = "go " .. call:get("p")
        return "success"
    end}
    world:add_activity{name = "Fell", ports = "t:object", update = function(agent, call)
        log[#log + 1] = "fell " .. call:get("t")
        agent:set("wood", true)
        return "success"
    end}
    world:load_text("woods.xml", WOODS)
    return world
end

local function run(world, ticks)
    for _ = 1, ticks do world:tick(0.1) end
end

local function steps(domain, query)
    local list = {}
    for i, step in ipairs(domain:planner():plan(query).steps) do list[i] = step.action .. "(" .. table.concat(step.args, ",") .. ")" end
    return table.concat(list, " ")
end

local tests = {}

tests["arguments of actions and goals, and keys of objects, are names"] = function()
    local log = {}
    local world = woods(log)
    local cutter = world:create_agent{type = "cutter"}
    run(world, 14)
    equal(table.concat(log, ", "), "go glade, fell tree.1")
    cutter:push("Be", "camp")
    run(world, 2)
    equal(table.concat({cutter:goal()}, " "), "Be camp")
    equal(table.concat({cutter:action()}, " "), "Go camp")
    cutter:set("guard(glade)", "hill")
    world:blackboard():set("guard(camp)", "glade")
    equal(cutter:get("guard(glade)") .. cutter:get("guard(camp)"), "hillglade")
    fails("there is no 'moon'; there are: camp, glade, hill", cutter.set, cutter, "at", "moon")
    fails("must be the name of an object, not number", cutter.set, cutter, "at", 1)
    fails("no object 'moon'", cutter.push, cutter, "Be", "moon")
end

tests["a condition and a scorer of a domain get names, and a constant of a tree stays a number"] = function()
    local world, seen, log = ploy.world(), {}, {}
    world:add_condition{name = "IsOpen", ports = "where", test = function(_, call)
        seen["open " .. call:get("where")] = true
        return call:get("where") ~= "glade"
    end}
    world:add_scorer{name = "Toll", ports = "gate", score = function(_, call)
        seen["toll " .. call:get("gate")] = true
        return 2
    end}
    world:add_activity{name = "Go", ports = "p", update = function(agent, call)
        log[#log + 1] = call:get("p")
        if call:get("p") == 2 then return "running" end
        agent:set("at", call:get("p"))
        return "success"
    end}
    world:add_activity{name = "Fell", update = function() return "running" end}
    world:load_text("woods.xml", (WOODS:gsub('cost="1 %+ distance%(at, p%)"', 'cost="call:Toll" context="IsOpen"')
        :gsub("</ploy>", '<BehaviorTree ID="T"><Go p="2"/></BehaviorTree><agent name="walker" mind="T"/></ploy>')))
    world:create_agent{type = "cutter"}
    run(world, 3)
    equal(table.concat(log, " "), "hill")
    equal(seen["open glade"] and seen["open hill"] and seen["toll hill"], true)
    world:create_agent{type = "walker"}
    run(world, 2)
    equal(log[2], 2)
end

tests["cells of tables are read and written by the names of objects"] = function()
    local domain = ploy.parse_file(WOODS):domain("woods")
    equal(domain:cell("distance", "camp", "hill"), 7.5)
    equal(domain:cell("distance", "hill", "camp"), 7.5)
    equal(domain:cell("spot", "tree.1"), "glade")
    equal(steps(domain, {goal = "Stock"}), "Go(glade) Fell(tree.1)")
    domain:set_cell("distance", "camp", "glade", 30)
    equal(steps(domain, {goal = "Stock"}), "Go(hill) Fell(tree.2)")
    domain:set_cell("spot", "tree.1", "camp") -- a precondition reads it
    equal(steps(domain, {goal = "Stock"}), "Fell(tree.1)")
    domain:set_cells("distance", "camp hill = 1, camp glade = 2.5")
    equal(domain:cell("distance", "glade", "camp"), 2.5)
    fails("the domain has no table 'distances'", domain.cell, domain, "distances", "camp", "hill")
    fails("there is no object 'moon' of type place", domain.cell, domain, "distance", "camp", "moon")
    fails("an object must be a name, not number", domain.cell, domain, "distance", "camp", 3)
    fails("an object must be a name, not no value", domain.cell, domain, "distance", "camp")
    fails("distance must be a number, not string", domain.set_cell, domain, "distance", "camp", "hill", "far")
    fails("outside the range of the table 'distance'", domain.set_cell, domain, "distance", "camp", "hill", -1)
    fails("an object must be a name, not number", domain.set_cell, domain, "spot", "tree.1", 2)
    fails("moon", domain.set_cells, domain, "distance", "camp moon = 3")
    equal(domain:cell("distance", "camp", "hill"), 1)
end

tests["objects come and go"] = function()
    local domain = ploy.parse_file(WOODS):domain()
    equal(table.concat(domain:objects("tree"), " "), "tree.1 tree.2")
    equal(table.concat(domain:types(), " "), "place tree")
    equal(domain:spawn("tree"), "tree.3")
    equal(domain:exists("tree.3"), true)
    equal(domain:cell("spot", "tree.3"), "hill")
    for i = 1, 3 do domain:despawn("tree." .. i) end
    equal(domain:exists("tree.1"), false)
    equal(domain:planner():plan{goal = "Stock"}.status, "not-found")
    equal(domain:spawn("tree"), "tree.1")
    equal(steps(domain, {goal = "Stock", start = "at = hill"}), "Fell(tree.1)")
    for _ = 1, 4 do domain:spawn("tree") end
    fails("all objects of 'tree' exist already", domain.spawn, domain, "tree")
    domain:despawn("tree.5")
    fails("tree.5 is gone", domain.despawn, domain, "tree.5")
    fails("are not spawned", domain.spawn, domain, "place")
    fails("the domain has no type 'bush'", domain.spawn, domain, "bush")
    fails("no object 'tree.9'", domain.exists, domain, "tree.9")
    fails("no type ''", domain.exists, domain, "camp")
    local planner = domain:planner()
    planner:begin{goal = "Stock"}
    domain:spawn("tree")
    fails("the domain has changed since begin", planner.update, planner, 1)
end

tests["tables and spawned types in code, and minds that plan with them"] = function()
    local events, made = {}, {}
    local domain = ploy.domain{name = "hunt"}
    domain:add_type("foe", 3)
    domain:add_type("place", {"camp", "cave"})
    domain:add_table{name = "lair", object_type = "place", of = {"foe"}, initial = "cave"}
    domain:add_table{name = "danger", type = "decimal", of = {"foe"}, initial = 2.5}
    domain:add_symbol{name = "at", object_type = "place"}
    domain:add_symbol{name = "safe"}
    domain:add_action{name = "Go", params = {{name = "p", type = "place"}}, effect = "at = p", duration = 0.2}
    domain:add_action{name = "Hit", params = {{name = "f", type = "foe"}}, pre = "at = lair(f)", effect = "safe", cost = "danger(f)"}
    domain:add_goal{name = "BeSafe", condition = "safe"}
    domain:compile()
    equal(domain:planner():plan{goal = "BeSafe"}.status, "not-found")
    local foe = domain:spawn("foe")
    equal(domain:cell("lair", foe) .. domain:cell("danger", foe), "cave2.5")
    equal(steps(domain, {goal = "BeSafe"}), "Go(cave) Hit(foe.1)")
    local world = ploy.world{on_event = function(_, event) events[event.kind] = event.name end}
    world:add_activity{name = "Hit", ports = "f", update = function(_, call) made[#made + 1] = call:get("f") return "success" end}
    world:add_goap_mind("hunter", {domain = domain, write_effects = true})
    local hunter = world:create_agent{type = "hunter"}
    domain:despawn(foe)
    run(world, 3)
    equal(#made, 0)
    domain:set_cell("lair", domain:spawn("foe"), "camp")
    run(world, 8)
    equal(table.concat(made), "foe.1")
    equal(hunter:get("safe"), true)
    equal(events["goal-finished"], "BeSafe")
    fails("only its objects and tables can be changed", domain.add_symbol, domain, {name = "x"})
    fails("capacity of a type is out of range", domain.add_type, ploy.domain(), "x", 0)
    fails("must be the name of an object", function()
        local other = ploy.domain()
        other:add_type("place", {"a"})
        other:add_table{name = "t", object_type = "place", of = {"place"}, initial = "b"}
    end)
end

tests["a tree that is gone ends the plan, and reload and saves keep what the game has changed"] = function()
    local log, aborted = {}, {}
    local world = woods(log, {on_event = function(_, event)
        if event.kind == "action-aborted" then aborted[#aborted + 1] = event.name .. " " .. event.args[1] .. ": " .. event.reason end
    end})
    world:create_agent{type = "cutter"}
    local domain = world:domain("woods")
    equal(world:domain().name, "woods")
    run(world, 2)
    domain:despawn("tree.1")
    equal(domain:spawn("tree"), "tree.1") -- another one, which stands on the hill
    domain:set_cell("distance", "camp", "hill", 1)
    run(world, 20)
    equal(table.concat(log, ", "), "go hill, fell tree.1")
    equal(table.concat(aborted, ", "), "Go glade: an object of the plan is gone")
    domain:despawn("tree.2")
    local changed = WOODS:gsub('name="Fell"', 'name="Fell" cost="2"')
    world:load_text("woods.xml", changed)
    equal(domain:exists("tree.2"), false)
    equal(domain:cell("distance", "hill", "camp"), 1)
    local other = woods({})
    other:load_text("woods.xml", changed)
    other:load(world:save())
    equal(other:domain():exists("tree.2"), false)
    equal(other:hash(), world:hash())
end

tests["a domain is not changed inside a tick, nor used when it is gone"] = function()
    local caught, domain = {}, nil
    local world = ploy.world()
    world:add_activity{name = "Go", ports = "p", update = function()
        for _, use in ipairs{function() domain:spawn("tree") end, function() domain:despawn("tree.1") end,
            function() domain:set_cell("distance", "camp", "hill", 1) end} do
            local _, message = pcall(use)
            caught[#caught + 1] = message
        end
        return "failure"
    end}
    world:add_activity{name = "Fell", update = function() return "running" end}
    world:load_text("woods.xml", WOODS)
    local cutter = world:create_agent{type = "cutter"}
    domain = world:domain()
    run(world, 2)
    for i = 1, 3 do equal(caught[i]:find("a domain is changed between two ticks, not inside one", 1, true) ~= nil, true, caught[i]) end
    fails("no domain wood", world.domain, world, "wood")
    cutter:destroy()
    world:load_text("woods.xml", "<ploy version='1'/>")
    fails("the domain woods is gone", domain.spawn, domain, "tree")
    world:close()
    fails("the domain's world is closed", domain.objects, domain, "tree")
    fails("the world is closed", world.domain, world)
end

tests["an agent of a lower pace senses less often"] = function()
    local sensed = {}
    local world = ploy.world()
    world:add_key{name = "n", type = "int"}
    world:add_sensor{name = "eyes", sense = function(agent) sensed[agent] = (sensed[agent] or 0) + 1 end}
    local near, far = world:create_agent(), world:create_agent()
    far:set_pace(4)
    run(world, 12)
    equal(sensed[near] .. " " .. sensed[far], "12 3")
    fails("the pace is out of range", far.set_pace, far, 0)
    fails("the pace is out of range", far.set_pace, far, 257)
    far:destroy()
    fails("is gone", far.set_pace, far, 2)
end

tests["an agent takes the mind of another one"] = function()
    local log = {}
    local world = woods(log)
    local idle, cutter = world:create_agent(), world:create_agent{type = "cutter"}
    run(world, 14)
    idle:set_mind(cutter)
    run(world, 14)
    equal(#log, 4)
    equal(idle:get("at"), "glade")
    idle:set_mind(nil)
    fails("does not plan", idle.goal, idle)
    fails("ploy.Agent expected", idle.set_mind, idle, "cutter")
    fails("of another world", idle.set_mind, idle, woods({}):create_agent{type = "cutter"})
end

tests["a world with a clock measures where its time goes"] = function()
    local now = 0
    local world = ploy.world{clock = function() now = now + 0.001 return now end}
    world:add_key{name = "n", type = "int"}
    world:add_sensor{name = "eyes", sense = function() now = now + 0.5 end}
    world:create_agent()
    run(world, 4)
    local profile = world:profile()
    equal(profile.ticks, 4)
    equal(profile.sensors.eyes.calls, 4)
    equal(profile.sensors.eyes.seconds >= 2 and profile.sensors.eyes.seconds < 2.1, true, profile.sensors.eyes.seconds)
    equal(profile.phases.sense >= profile.sensors.eyes.seconds - 0.01, true)
    equal(ploy.world():profile().ticks, 0)
    local wrong = ploy.world{clock = function() error("no time") end}
    wrong:create_agent()
    fails("no time", wrong.tick, wrong, 0.1)
    fails("'clock'", ploy.world, {clock = 3})
end

tests["scripts know the names of an enum"] = function()
    local world = ploy.world()
    world:add_enum{GREEN = 2, BLUE = 7}
    world:add_key{name = "light", type = "int"}
    world:add_activity{name = "Wait", update = function() return "running" end}
    world:load_text("t.xml", [[<ploy version="1"><BehaviorTree ID="T"><Sequence><Script code="light := GREEN + BLUE"/><Wait/></Sequence></BehaviorTree>
        <agent name="a" mind="T"/></ploy>]])
    local agent = world:create_agent{type = "a"}
    run(world, 2)
    equal(agent:get("light"), 9)
    fails("light", world.add_enum, world, {light = 3})
    fails("PINK must be a number", world.add_enum, world, {PINK = "pink"})
end

tests["claims of a resource are counted"] = function()
    local world = ploy.world()
    local a, b = world:create_agent(), world:create_agent()
    equal(world:claims(3), 0)
    world:claim(3, a, 2)
    world:claim(3, b, 2)
    equal(world:claims(3), 2)
end

return tests
