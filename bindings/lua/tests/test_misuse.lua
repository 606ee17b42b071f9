-- What goes wrong is an error with a message, never a crash, and the world can be used afterwards.

local ploy = require "ploy"
local runner = require "runner"
local equal, fails = runner.equal, runner.fails

local TREE = [[<ploy version="1"><BehaviorTree ID="T"><Work/></BehaviorTree><agent name="worker" mind="T"/></ploy>]]

-- A world with one agent whose activity has started: from now on each tick calls update.
local function world_with(update, extra)
    local world = ploy.world()
    world:add_key{name = "n", type = "int"}
    local def = {name = "Work", update = update}
    for name, value in pairs(extra or {}) do def[name] = value end
    world:add_activity(def)
    world:load_text("tree.xml", TREE)
    local agent = world:create_agent{type = "worker"}
    world:tick(0.1)
    return world, agent
end

local tests = {}

tests["a callback that raises is an error of the tick, and the next tick goes on"] = function()
    local calls = 0
    local world, agent = world_with(function()
        calls = calls + 1
        if calls == 1 then error("the hammer broke") end
        return "running"
    end)
    local message = fails("the hammer broke", world.tick, world, 0.1)
    equal(message:find("test_misuse.lua", 1, true) ~= nil, true, message)
    world:tick(0.1) -- the activity has failed and starts again
    world:tick(0.1)
    equal(calls, 2)
    equal(agent.is_alive, true)
end

tests["an error that is a table comes out as that table, and the first of several"] = function()
    local codes = 6
    local world = world_with(function()
        codes = codes + 1
        error({code = codes})
    end)
    world:create_agent{type = "worker"}
    pcall(world.tick, world, 0.1) -- the second agent starts
    codes = 6
    local ok, problem = pcall(world.tick, world, 0.1)
    equal(ok, false)
    equal(problem.code, 7)
end

tests["sensors, conditions and scorers that raise are errors of the tick"] = function()
    local world = ploy.world()
    world:add_key{name = "n", type = "int"}
    world:add_sensor{name = "eyes", sense = function() error("blind") end}
    world:create_agent()
    fails("blind", world.tick, world, 0.1)
    world = ploy.world()
    world:add_condition{name = "IsDark", test = function() return nil end}
    world:load_text("t.xml", [[<ploy version="1"><BehaviorTree ID="T"><IsDark/></BehaviorTree><agent name="a" mind="T"/></ploy>]])
    world:create_agent{type = "a"}
    fails("test of IsDark must return true or false, not nil", world.tick, world, 0.1)
end

tests["a callback that returns another thing is an error that names it"] = function()
    local world = world_with(function() return "succes" end)
    fails('update of Work must return "running", "success" or "failure", not succes', world.tick, world, 0.1)
    world = world_with(function() end)
    fails("not nil", world.tick, world, 0.1)
end

tests["a world closed inside its own callback refuses, with the library's message"] = function()
    local message
    local world
    world = world_with(function()
        local ok, problem = pcall(world.close, world)
        equal(ok, false)
        message = problem
        return "running"
    end)
    world:tick(0.1)
    equal(tostring(message):find("ploy_world_destroy: not inside a tick of the world", 1, true) ~= nil, true, tostring(message))
    equal(world.is_open, true)
    world:tick(0.1)
    world:close()
    equal(world.is_open, false)
    fails("the world is closed", world.tick, world, 0.1)
    world:close()
end

tests["without a pcall of its own the error comes out of the tick"] = function()
    local world
    world = world_with(function() world:close() end)
    fails("ploy_world_destroy: not inside a tick of the world", world.tick, world, 0.1)
    world = world_with(function() world:tick(0.1) end)
    fails("ploy_world_tick: not inside a tick of the world", world.tick, world, 0.1)
    world = world_with(function() world:save() end)
    fails("ploy_world_save: not inside a tick of the world", world.tick, world, 0.1)
end

tests["a tick of negative time is API misuse, and the world goes on"] = function()
    local world = world_with(function() return "running" end)
    fails("API misuse in ploy_world_tick: dt >= 0", world.tick, world, -1)
    world:tick(0.1)
    equal(world.ticks, 2)
    fails("the time of a tick must be a number, not string", world.tick, world, "soon")
end

tests["an agent that is gone is an error"] = function()
    local world, agent = world_with(function() return "running" end)
    world:tick(0.1)
    agent:destroy()
    fails("agent 1 is gone", agent.set, agent, "n", 1)
    fails("agent 1 is gone", agent.why, agent)
    fails("agent 1 is gone", function() return agent.now end)
    equal(agent.is_alive, false)
    local other = world:create_agent{type = "worker"}
    equal(other.is_alive, true)
    fails("agent 1 is gone", agent.get, agent, "n") -- its place is used again
    world:close()
    fails("the agent's world is closed", other.get, other, "n")
    equal(other.is_alive, false)
end

tests["an agent of no type names the nearest"] = function()
    local world = world_with(function() return "running" end)
    fails("worker", world.create_agent, world, {type = "wroker"})
end

tests["a file with an error names line and column, and the old one stays in force"] = function()
    local calls = 0
    local world = world_with(function() calls = calls + 1 return "running" end)
    world:tick(0.1)
    fails("tree.xml:1:", world.load_text, world, "tree.xml", (TREE:gsub("<Work/>", "<Wrok/>")))
    world:tick(0.1)
    equal(calls, 2)
    fails("nothing.xml", world.load_file, world, "nothing.xml")
    local errors = world:check_text("t.xml", (TREE:gsub("<Work/>", "<Wrok/>")))
    equal(errors[1].message:find("Wrok", 1, true) ~= nil, true, errors[1].message)
    equal(errors[1].line, 1)
end

tests["a def with a field that does not exist, or of another type, is an error"] = function()
    local world = ploy.world()
    fails("activity_def has no field 'updat'; it has: name, ports", world.add_activity, world, {name = "A", updat = print})
    fails("field 'update' of activity_def must be a function, not string", world.add_activity, world, {name = "A", update = "eat"})
    fails("field 'name' of activity_def must be a string, not table", world.add_activity, world, {name = {}})
    fails("field 'interval' of sensor_def must be a number, not string", world.add_sensor, world, {name = "s", interval = "1"})
    fails("field 'capacity' of world_def is out of range", ploy.world, {capacity = -1})
    fails("table expected", world.add_activity, world, "Eat")
    fails("ploy.World expected, got", world.tick, {}, 0.1)
    fails("ploy.World expected, got", world.tick, io.stdout, 0.1)
    fails("ploy.World has no method or field 'tock'", function() world:tock() end)
    fails("cannot be written", function() world.x = 1 end)
    fails("A", world.add_activity, world, {name = "A", ports = "x x"})
end

tests["a call object is of no use after its callback"] = function()
    local kept
    local world = world_with(function(_, call) kept = call return "running" end)
    world:tick(0.1)
    fails("a call is only valid inside its callback", function() return kept.elapsed end)
    fails("a call is only valid inside its callback", kept.get, kept, "n")
end

tests["a port that does not exist, and a port that cannot be written, are errors"] = function()
    local world = ploy.world()
    local problem
    world:add_activity{name = "Work", ports = "to:int", update = function(_, call)
        equal(call:get("to"), 3)
        fails("Work has no port 'form'", call.get, call, "form")
        fails("only a node has children", call.tick_child, call, 1)
        fails("the index of the data is out of range", call.data, call, 1)
        local _, message = pcall(call.set, call, "to", 4)
        problem = message
        return "success"
    end}
    world:load_text("t.xml", [[<ploy version="1"><BehaviorTree ID="T"><Work to="3"/></BehaviorTree><agent name="a" mind="T"/></ploy>]])
    world:create_agent{type = "a"}
    world:tick(0.1)
    world:tick(0.1)
    equal(tostring(problem):find("not available here", 1, true) ~= nil, true, tostring(problem))
end

tests["a callback cannot yield to the coroutine that ticks the world"] = function()
    local world = world_with(function() coroutine.yield() return "running" end)
    local ok, message = coroutine.resume(coroutine.create(function() world:tick(0.1) end))
    equal(ok, false)
    equal(tostring(message):find("yield", 1, true) ~= nil, true, tostring(message))
    world:close()
end

tests["a world may be ticked by any coroutine of its state, one after the other"] = function()
    local calls = 0
    local world, agent = world_with(function(who) who:set("n", who:get("n") + 1) calls = calls + 1 return "running" end)
    local ticker = coroutine.wrap(function() while true do world:tick(0.1) coroutine.yield() end end)
    ticker()
    world:tick(0.1)
    ticker()
    equal(calls, 3)
    equal(agent:get("n"), 3)
end

tests["worlds that nobody refers to are collected, with running activities and without calling back"] = function()
    local halted = 0
    for _ = 1, 50 do
        local world = world_with(function() return "running" end, {halt = function() halted = halted + 1 end})
        world:tick(0.1)
    end
    collectgarbage()
    collectgarbage()
    equal(halted, 0)
    local world = world_with(function() return "running" end, {halt = function() halted = halted + 1 end})
    world:tick(0.1)
    world:close()
    equal(halted, 1)
end

tests["an observer that raises is an error of the write"] = function()
    local world, agent = world_with(function() return "running" end)
    agent:blackboard():subscribe("n", function() error("seen") end)
    fails("seen", agent.set, agent, "n", 1)
    equal(agent:get("n"), 1)
end

tests["a halt that closes the world is refused, and the agent goes"] = function()
    local world, agent
    world, agent = world_with(function() return "running" end, {halt = function() world:close() end})
    world:tick(0.1)
    fails("ploy_world_destroy", agent.destroy, agent)
    equal(agent.is_alive, false)
    equal(world.is_open, true)
end

tests["ticks leave no garbage behind"] = function()
    local world = ploy.world()
    world:add_key{name = "n", type = "int"}
    world:add_key{name = "d", type = "decimal"}
    world:add_sensor{name = "eyes", sense = function(agent) agent:set("d", 0.5) end}
    world:add_activity{name = "Work", update = function(agent, call)
        agent:set("n", (agent:get("n") + 1) % 100)
        return call.elapsed < 0 and "success" or "running"
    end}
    world:load_text("tree.xml", TREE)
    for _ = 1, 100 do world:create_agent{type = "worker"} end
    local function run(ticks)
        for _ = 1, ticks do world:tick(0.1) end
    end
    for _ = 1, 5 do run(100) end -- LuaJIT compiles what it will compile
    collectgarbage()
    collectgarbage("stop")
    local before = collectgarbage("count")
    run(100)
    local after = collectgarbage("count")
    collectgarbage("restart")
    equal(after - before, 0, "kilobytes in 100 ticks of 100 agents")
end

return tests
