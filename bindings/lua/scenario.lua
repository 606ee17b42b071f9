-- The worlds of bindings/scenario/README.md in Lua.
--
--   lua scenario.lua hash     the three hashes
--   lua scenario.lua bench    nanoseconds per tick with an empty callback, and with one that counts

local ploy = require "ploy"

local TICK = 0.1
local max, min, floor = math.max, math.min, math.floor

-- The number of ticks that have passed.
local function ticks(agent) return floor(agent.now / TICK + 0.5) end

local function bind_farm(world)
    world:add_sensor{name = "stomach", sense = function(agent)
        local energy = max(agent:get("energy") - 1, 0)
        agent:set("energy", energy)
        agent:set("hungry", energy < 60)
    end}
    world:add_activity{name = "GoTo", ports = "place", update = function(agent, call)
        local steps = agent:get("steps") + 1
        local is_there = steps >= 15 + agent.index
        agent:set("steps", is_there and 0 or steps)
        agent:set("at", is_there and call:get("place") or "road")
        return is_there and "success" or "running"
    end}
    world:add_activity{name = "Eat", update = function(agent, call)
        if call.elapsed < call.duration then return "running" end
        agent:set("energy", 100)
        agent:set("hungry", false)
        return "success"
    end}
end

local function bind_watch(world)
    world:add_sensor{name = "ear", sense = function(agent)
        agent:set("noise", (ticks(agent) * 7 + agent.index * 5) % 13)
    end}
    world:add_condition{name = "IsLoud", ports = "than:int noise:int", test = function(_, call)
        return call:get("noise") > call:get("than")
    end}
    world:add_activity{name = "Shout", ports = "<>word:string <>calm:decimal", start = function(_, call)
        call:set("calm", max(call:get("calm") - 0.001, 0))
        call:set("word", call:get("word") == "alarm" and "quiet" or "alarm")
        return "success"
    end}
    world:add_activity{name = "Walk", ports = "to:int <>place:int", update = function(_, call)
        local to, place = call:get("to"), call:get("place")
        place = place < to and place + 1 or place > to and place - 1 or place
        call:set("place", place)
        return place == to and "success" or "running"
    end}
end

local function bind_inn(world)
    -- Made once: a fact that is remembered every tick leaves no garbage.
    local fact = {type = "neighbor", values = {who = 0, mood = 0}}
    local neighbors = {type = "neighbor"}
    world:add_sensor{name = "bell", sense = function(agent)
        local squad = agent.index == 1 and agent:squad()
        if squad then squad:blackboard():set("supper", floor(ticks(agent) / 10) % 20 < 8) end
        fact.values.who = (ticks(agent) + agent.index) % 9
        fact.values.mood = agent.index
        agent:remember(fact)
    end}
    world:add_scorer{name = "appetite", score = function(agent)
        return max(agent:get("hunger") - 0.02 * agent:count_facts(neighbors), 0)
    end}
    local function lower(agent, key, by)
        local value = max(agent:get(key) - by, 0)
        agent:set(key, value)
        return agent:get(key) == 0 and "success" or "running"
    end
    world:add_activity{name = "Eat", update = function(agent) return lower(agent, "hunger", 0.12) end}
    world:add_activity{name = "Sleep", update = function(agent) return lower(agent, "fatigue", 0.05) end}
    world:add_activity{name = "Talk", update = function(agent)
        agent:set("hunger", min(agent:get("hunger") + 0.009, 1))
        agent:set("fatigue", min(agent:get("fatigue") + 0.006, 1))
        return "running"
    end}
end

local scenarios = {
    {file = "bindings/scenario/farm.xml", type = "farmer", bind = bind_farm},
    {file = "bindings/scenario/watch.xml", type = "guard", bind = bind_watch},
    {file = "bindings/scenario/inn.xml", type = "guest", bind = bind_inn, is_enlisted = true},
}

local function make_world(scenario)
    local world = ploy.world()
    scenario.bind(world)
    world:load_file(scenario.file)
    return world
end

local function hash_of(scenario)
    local world = make_world(scenario)
    for _ = 1, 8 do
        local agent = world:create_agent{type = scenario.type}
        if scenario.is_enlisted then world:enlist(agent) end
    end
    for tick = 0, 9999 do
        if tick == 5000 then
            local loaded = make_world(scenario)
            loaded:load(world:save())
            world:close()
            world = loaded
        end
        world:tick(TICK)
    end
    return world:hash()
end

-- A clock in nanoseconds. os.clock has microseconds, so several ticks are timed together.
local function measure(update)
    local world = ploy.world()
    world:add_activity{name = "Work", update = update}
    world:load_file "bindings/scenario/bench.xml"
    for _ = 1, 1000 do world:create_agent{type = "worker"} end
    for _ = 1, 20 do world:tick(TICK) end
    local times, begin = {}, os.clock()
    while #times < 20 or os.clock() - begin < 1 do
        local before = os.clock()
        for _ = 1, 10 do world:tick(TICK) end
        times[#times + 1] = (os.clock() - before) * 1e8
    end
    table.sort(times)
    return floor(times[floor(#times / 2) + 1])
end

if arg[1] == "hash" then
    local hashes = {}
    for i, scenario in ipairs(scenarios) do hashes[i] = hash_of(scenario) end
    print(table.concat(hashes, " "))
elseif arg[1] == "bench" then
    local empty = measure(function() return "running" end)
    local work = measure(function(agent)
        agent:set("count", agent:get("count") + 1)
        return "running"
    end)
    print(("%d %d"):format(empty, work))
else
    io.stderr:write("usage: scenario.lua hash | bench\n")
    os.exit(2)
end
