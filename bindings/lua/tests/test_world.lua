local ploy = require "ploy"
local runner = require "runner"
local equal, fails = runner.equal, runner.fails

local FARM = [[
<ploy version="1">
  <sensor name="stomach" interval="1"/>
  <domain name="farmer">
    <type name="place" objects="house field road"/>
    <symbol name="at" type="place"/>
    <symbol name="hungry" type="bool"/>
    <symbol name="has_bread" type="bool" planned="true"/>
    <action name="GoTo"><param name="place" type="place"/><pre>at != place</pre><effect>at = place</effect></action>
    <action name="Bake" duration="2"><pre>at = house</pre><effect>has_bread</effect></action>
    <action name="Eat"><pre>has_bread</pre><effect>not hungry, not has_bread</effect></action>
    <goal name="BeFed">not hungry</goal>
    <goal name="BeAt"><param name="where" type="place"/>at = where</goal>
  </domain>
  <agent name="farmer" domain="farmer"/>
</ploy>]]

-- A world with the farm's callbacks; what happens is appended to log.
local function farm(log, options)
    local world = ploy.world(options)
    world:add_sensor{name = "stomach", sense = function(agent) agent:set("hungry", agent.now > 3) end}
    world:add_activity{name = "GoTo", ports = "place", update = function(agent, call)
        log[#log + 1] = "go to " .. call:get("place")
        agent:set("at", call:get("place"))
        return "success"
    end}
    world:add_activity{name = "Eat", update = function(agent)
        log[#log + 1] = "eat"
        agent:set("hungry", false)
        return "success"
    end}
    world:load_text("farm.xml", FARM)
    return world
end

local tests = {}

tests["the first agent of the tutorial page bakes and eats"] = function()
    local stomach, eaten = 3, {}
    local world = ploy.world()
    world:add_activity{name = "Eat", update = function(agent)
        eaten[#eaten + 1] = math.floor(agent.now + 0.5)
        stomach = 10
        return "success"
    end}
    world:add_sensor{name = "stomach", sense = function(agent)
        stomach = stomach - 1
        agent:set("hungry", stomach < 0)
    end}
    world:load_file "examples/data/farmer.xml"
    world:create_agent{type = "farmer"}
    for _ = 1, 300 do world:tick(0.1) end
    equal(table.concat(eaten, " "), "5 18")
end

tests["objects of a domain are their names, on blackboards and as arguments"] = function()
    local log = {}
    local world = farm(log)
    local agent = world:create_agent{type = "farmer"}
    equal(agent:get("at"), "house")
    agent:set("at", "road")
    equal(agent:get("at"), "road")
    fails("there is no 'moon'; there are: house, field, road", agent.set, agent, "at", "moon")
    fails("at must be the name of an object, not number", agent.set, agent, "at", 1)
    for _ = 1, 100 do world:tick(0.1) end
    equal(log[1], "go to house")
    equal(log[2], "eat")
end

tests["events name actions, goals, arguments and reasons"] = function()
    local log, seen = {}, {}
    local world = farm(log, {on_event = function(agent, event)
        seen[event.kind .. " " .. event.name .. " " .. table.concat(event.args, ",")] = agent
    end})
    local agent = world:create_agent{type = "farmer"}
    agent:set("at", "field")
    for _ = 1, 100 do world:tick(0.1) end
    equal(seen["goal-started BeFed "], agent)
    equal(seen["action-started GoTo house"], agent)
end

tests["an agent keeps its user value, and the same object comes to every callback"] = function()
    local npc, seen = {name = "Ann"}, nil
    local world = ploy.world()
    world:add_key{name = "n", type = "int"}
    world:add_sensor{name = "eyes", sense = function(agent) seen = agent end}
    local agent = world:create_agent{user = npc}
    world:tick(0.1)
    equal(seen, agent)
    equal(agent.user, npc)
    agent.user = nil
    equal(agent.user, nil)
    fails("field 'now' of ploy.Agent cannot be written", function() agent.now = 3 end)
end

tests["keys have their types, and a wrong type is an error with the key's name"] = function()
    local world = ploy.world()
    world:add_key{name = "b", initial = true}
    world:add_key{name = "i", type = "int", initial = -3}
    world:add_key{name = "d", type = "decimal", initial = 0.25}
    world:add_key{name = "s", type = "string", initial = "north"}
    world:add_key{name = "o", type = "object", initial = 7}
    local agent = world:create_agent()
    equal(agent:get("b"), true)
    equal(agent:get("i"), -3)
    equal(agent:get("d"), 0.25)
    equal(agent:get("s"), "north")
    equal(agent:get("o"), 7)
    agent:set("d", 1.5)
    agent:set("s", "south")
    equal(agent:get("d"), 1.5)
    equal(agent:get("s"), "south")
    agent:unset("s")
    equal(agent:get("s"), "north")
    fails("b must be true or false, not number", agent.set, agent, "b", 1)
    fails("i must be a whole number, not 1.5", agent.set, agent, "i", 1.5)
    fails("d must be a number, not string", agent.set, agent, "d", "1")
    fails("s must be a string, not nil", agent.set, agent, "s", nil)
    fails("there is no blackboard key 'x'", agent.get, agent, "x")
end

tests["a blackboard notifies its observers until they unsubscribe"] = function()
    local world = ploy.world()
    world:add_key{name = "alarm"}
    world:add_key{name = "n", type = "int"}
    local agent = world:create_agent()
    local log = {}
    local blackboard = agent:blackboard()
    local one = blackboard:subscribe("alarm", function(key, value) log[#log + 1] = key .. "=" .. tostring(value) end)
    blackboard:subscribe(nil, function(key) log[#log + 1] = "any " .. key end)
    agent:set("alarm", true)
    agent:set("n", 3)
    equal(blackboard:unsubscribe(one), true)
    equal(blackboard:unsubscribe(one), false)
    agent:set("alarm", false)
    equal(table.concat(log, "; "), "alarm=true; any alarm; any n; any alarm")
    world:blackboard():set("n", 5)
    agent:unset("n")
    equal(agent:get("n"), 5)
end

tests["working memory remembers, finds and forgets facts"] = function()
    local world = ploy.world()
    world:add_fact_type{name = "enemy", decay = "linear", decay_time = 10, attributes = {
        {name = "id", type = "int", identifies = true}, {name = "x", type = "decimal"}}}
    local agent = world:create_agent()
    equal(agent:remember{type = "enemy", values = {id = 7, x = 2.5}}, true)
    equal(agent:remember{type = "enemy", values = {id = 7, x = 3.5}}, false)
    agent:remember{type = "enemy", belief = 0.5, values = {id = 8}}
    local facts = agent:facts{type = "enemy", min_belief = 0.9}
    equal(#facts, 1)
    equal(facts[1].values.x, 3.5)
    equal(agent:count_facts{type = "enemy"}, 2)
    equal(agent:count_facts{type = "enemy", values = {id = {8, 9}}}, 1)
    equal(agent:best_fact{type = "enemy"}.values.id, 7)
    equal(agent:best_fact{type = "enemy", values = {id = {9, 20}}}, nil)
    fails("id must be a number, not nil", agent.facts, agent, {type = "enemy", values = {id = {1}}})
    world:tick(1)
    equal(agent:facts{type = "enemy", values = {id = 7}}[1].age, 1)
    equal(agent:forget{type = "enemy", values = {id = 8}}, 1)
    equal(#agent:facts{type = "enemy"}, 1)
    fails("there is no fact type 'friend'", agent.facts, agent, {type = "friend"})
    fails("the fact type has no attribute 'y'", agent.remember, agent, {type = "enemy", values = {id = 1, y = 1}})
end

tests["a planning agent says what it pursues, does, plans and why"] = function()
    local world = farm{}
    local agent = world:create_agent{type = "farmer"}
    agent:push("BeAt", "field")
    local plan, goal, where
    for _ = 1, 3 do
        world:tick(0.1)
        goal, where = agent:goal()
        if goal then break end
    end
    equal(goal, "BeAt")
    equal(where, "field")
    plan = agent:plan()
    equal(plan[1], "GoTo(field)")
    equal(#agent:why() > 20, true, "why")
    fails("the domain has no goal 'BeRich'", agent.push, agent, "BeRich")
    fails("there is no object 'moon' for where", agent.push, agent, "BeAt", "moon")
end

tests["a behavior tree with ports, conditions, data and an own node"] = function()
    local log = {}
    local world = ploy.world()
    world:add_condition{name = "IsDark", ports = "hour:int", test = function(_, call) return call:get("hour") > 18 end}
    world:add_activity{name = "Count", ports = "to:int", data_bytes = 4,
        start = function(_, call) call:set_data(1, 10) end,
        update = function(_, call)
            call:set_data(1, call:data(1) + 1)
            log[#log + 1] = call:data(1)
            return call:data(1) >= call:get("to") and "success" or "running"
        end}
    world:add_node{name = "Twice", max_children = 1, data_bytes = 4, tick = function(_, call)
        if call.is_start then call:set_data(1, 0) end
        local outcome = call:tick_child(1)
        if outcome ~= "success" then return outcome end
        call:set_data(1, call:data(1) + 1)
        return call:data(1) == 2 and "success" or "running"
    end}
    world:load_text("tree.xml", [[<ploy version="1"><blackboard><key name="hour" type="int" initial="20"/></blackboard>
      <BehaviorTree ID="Night"><Sequence><IsDark hour="{hour}"/><Twice><Count to="12"/></Twice><AlwaysFailure/></Sequence></BehaviorTree>
      <agent name="watchman" mind="Night"/></ploy>]])
    local agent = world:create_agent{type = "watchman"}
    for _ = 1, 6 do world:tick(0.1) end
    equal(table.concat(log, " "), "11 12 11 12")
    agent:set("hour", 3)
    for _ = 1, 6 do world:tick(0.1) end
    equal(#log, 4)
end

tests["a utility scores with a function of the game"] = function()
    local hunger, log = 0.1, {}
    local world = ploy.world()
    world:add_scorer{name = "hunger", score = function() return hunger end}
    world:add_activity{name = "Eat", update = function() log[#log + 1] = "eat" return "success" end}
    world:add_activity{name = "Wander", update = function() log[#log + 1] = "wander" return "success" end}
    world:load_text("sheep.xml", [[<ploy version="1"><utility name="sheep">
      <option name="Eat"><scorer of="hunger"/></option>
      <option name="Wander" weight="0.2"/></utility><agent name="sheep" mind="sheep"/></ploy>]])
    world:create_agent{type = "sheep"}
    for _ = 1, 2 do world:tick(0.1) end
    hunger = 0.9
    for _ = 1, 6 do world:tick(0.1) end
    equal(log[1], "wander")
    equal(log[#log], "eat")
end

tests["a halted activity is notified, and a reason for a failure is kept"] = function()
    local log = {}
    local world = ploy.world()
    world:add_activity{name = "Guard", update = function() return "running" end,
        halt = function() log[#log + 1] = "halted" end}
    world:add_activity{name = "Open", update = function(agent) return agent:fail("the door is locked") end,
        finished = function() log[#log + 1] = "finished" end}
    world:load_text("t.xml", [[<ploy version="1"><BehaviorTree ID="T"><Fallback><Open/><Guard/></Fallback></BehaviorTree><agent name="g" mind="T"/></ploy>]])
    local agent = world:create_agent{type = "g"}
    for _ = 1, 3 do world:tick(0.1) end
    agent:destroy()
    equal(agent.is_alive, false)
    equal(table.concat(log, " "), "finished halted")
end

tests["squads share a blackboard, take tasks and give orders"] = function()
    local ended = {}
    local world = ploy.world()
    world:add_key{name = "alarm"}
    world:configure_squads{calls = {
        distance = function(agent, place) return math.abs(agent.user.x - place) end,
        where = function(agent) return agent.user.x end,
        check = function(agent, order) return order.place == agent.user.x and "done" or "open" end,
        ended = function(_, how) ended[#ended + 1] = how end,
    }}
    local squad = world:add_squad{name = "north", size = 3}
    local members = {}
    for i = 1, 3 do
        members[i] = world:create_agent{user = {x = i}}
        squad:join(members[i])
    end
    equal(#squad:members(), 3)
    equal(squad:members()[2], members[2])
    squad:blackboard():set("alarm", true)
    equal(members[3]:get("alarm"), true)
    squad:queue{kind = "go-to", places = {5}}
    world:tick(0.1)
    equal(squad:task().kind, "go-to")
    equal(members[1]:order().place, 5)
    equal(#squad:why() > 0, true)
    for _, member in ipairs(members) do member.user.x = 5 end
    for _ = 1, 5 do world:tick(0.1) end
    equal(ended[1], "done")
    equal(members[1]:leave_squad(), true)
    equal(members[1]:squad(), nil)
    equal(world:find_squad("south"), nil)
end

tests["resources can be claimed by as many agents as they have slots"] = function()
    local world = ploy.world()
    world:add_key{name = "n", type = "int"}
    local a, b = world:create_agent(), world:create_agent()
    equal(world:claim(9, a), true)
    equal(world:claim(9, b), false)
    equal(world:is_free(9, b), false)
    equal(world:release(9, a), true)
    equal(world:claim(9, b), true)
end

tests["a save goes on as the world that was saved"] = function()
    local one = farm{}
    one:create_agent{type = "farmer", user = {name = "Ann"}}
    for _ = 1, 37 do one:tick(0.1) end
    local two = farm{}
    two:load(one:save(), function(agent) return {name = "number " .. agent.index} end)
    equal(two:hash(), one:hash())
    for agent in two:agents() do equal(agent.user.name, "number 1") end
    for _ = 1, 100 do
        one:tick(0.1)
        two:tick(0.1)
    end
    equal(two:hash(), one:hash())
    equal(#two:hash(), 16)
    fails("ploy_world_load", farm{}.load, farm{}, "not a save")
end

tests["hot reload migrates agents to the new file"] = function()
    local log = {}
    local world = farm(log)
    world:create_agent{type = "farmer"}
    for _ = 1, 10 do world:tick(0.1) end
    world:load_text("farm.xml", (FARM:gsub("house field road", "house field road barn"):gsub("at = house", "at = barn")))
    for _ = 1, 60 do world:tick(0.1) end
    equal(log[1], "go to barn")
end

tests["a mind can be made from a domain in code"] = function()
    local domain = ploy.domain{name = "villager"}
    domain:add_symbol{name = "hungry"}
    domain:add_symbol{name = "food", type = "int", max = 3}
    domain:add_action{name = "Gather", effect = "food += 1", duration = 0.5}
    domain:add_action{name = "Eat", pre = "food >= 1", effect = "not hungry, food -= 1"}
    domain:add_goal{name = "BeFed", condition = "not hungry"}
    domain:compile()
    local eaten = 0
    local world = ploy.world()
    world:add_activity{name = "Eat", update = function(agent)
        eaten = eaten + 1
        agent:set("hungry", false)
        return "success"
    end}
    world:add_goap_mind("villager", {domain = domain, goals = {"BeFed"}, settle = 5})
    local agent = world:create_agent{type = "villager"}
    agent:set("hungry", true)
    domain = nil
    collectgarbage()
    for _ = 1, 40 do world:tick(0.1) end
    equal(eaten, 1)
end

tests["agents come and go while the world ticks"] = function()
    local world = ploy.world()
    world:add_key{name = "n", type = "int"}
    local born
    world:add_sensor{name = "s", sense = function(agent)
        if not born then
            born = agent.world:create_agent{user = "child"}
            agent:destroy()
        end
    end}
    local first = world:create_agent()
    world:tick(0.1)
    equal(first.is_alive, false)
    equal(born.is_alive, true)
    local count = 0
    for agent in world:agents() do
        count = count + 1
        equal(agent.user, "child")
    end
    equal(count, 1)
    equal(world:stats().agents, 1)
end

-- Lua has no sockets: the program is the debugger, beside this one.
tests["a debugger attaches, pauses and sets a value"] = function()
    local program = (os.getenv("PLOY_BUILD") or "build/release") .. "/ploy"
    local built = io.open(program, "rb")
    if not built then return end
    built:close()
    local log, path = {}, os.tmpname()
    local world = farm(log)
    world:create_agent{type = "farmer", user = "Ann"}
    equal(world:may_tick(), true)
    local address = world:attach{is_paused = true, name = function(agent) return agent.user end}
    fails("attach", function() world:attach() end)
    equal(world:may_tick(), false)
    os.execute("(" .. program .. " attach " .. address .. " 'set Ann at road' 'step 3' wait 'agent Ann'; echo ended $?) >" .. path .. " 2>&1 &")
    local said = ""
    for _ = 1, 200000 do
        if world:may_tick() then world:tick(0.1) end
        if _ % 100 == 0 then
            local file = io.open(path)
            said = file:read("*a")
            file:close()
            if said:find("ended %d") then break end
        end
        if _ % 1000 == 0 then os.execute("sleep 0.02") end
    end
    os.remove(path)
    if not said:find("ended 0") then error(said) end
    if not said:find('"name": "Ann"') then error(said) end
    for _ = 1, 50 do
        if world:may_tick() then world:tick(0.1) end
    end
    equal(world.ticks > 3, true) -- it goes on when the debugger has left
    world:close()
end

tests["a recording is written, read, and explains a decision"] = function()
    local path = os.tmpname()
    local world = farm{}
    world:record{path = path, map = "<svg/>", name = function(agent) return agent.user end}
    local agent = world:create_agent{type = "farmer", user = "Ann"}
    agent:set("at", "field")
    agent:set_position(1.5, 2)
    for _ = 1, 100 do world:tick(0.1) end
    world:close()
    local file = io.open(path, "rb")
    local recording = ploy.recording(file:read("*a"))
    file:close()
    os.remove(path)
    equal(recording:info().ticks, 100)
    equal(#recording:agents(), 1)
    equal(recording:agents()[1].name .. recording:agents()[1].domain, "Annfarmer")
    equal(recording:note("map"), "<svg/>")
    equal(recording:note("nothing"), nil)
    local kinds = {}
    for tick, event in recording:events() do kinds[event.kind] = tick end
    equal(kinds["goal-started"] ~= nil, true)
    local answer = recording:query{agent = 1, brief = true}
    equal(answer.text:find("Ann", 1, true) ~= nil, true, answer.text)
    equal(answer.text:find("BeFed", 1, true) ~= nil, true, answer.text)
    equal(recording:find_problems().problem_count >= 0, true)
    fails("query: ", recording.query, recording, {agent = 99})
end

tests["a recording can be read while the world still writes it"] = function()
    local path = os.tmpname()
    local world = farm{}
    world:record{path = path}
    world:create_agent{type = "farmer"}
    for _ = 1, 700 do world:tick(0.1) end
    local file = io.open(path, "rb")
    local recording = ploy.recording(file:read("*a"))
    file:close()
    equal(recording:info().closed, false)
    equal(recording:info().ticks >= 300, true)
    equal(recording:query{agent = 1}.text:find("farmer", 1, true) ~= nil, true)
    world:close()
    os.remove(path)
end

tests["what the library logs goes to the function given to set_log"] = function()
    local messages = {}
    ploy.set_log(function(message) messages[#messages + 1] = message end)
    local world = ploy.world()
    world:add_activity{name = "NobodyUsesThis"}
    world:load_text("t.xml", [[<ploy version="1"><BehaviorTree ID="T"><AlwaysSuccess/></BehaviorTree><agent name="a" mind="T"/></ploy>]])
    world:create_agent{type = "a"}
    world:tick(0.1)
    ploy.set_log(nil)
    equal(table.concat(messages):find("NobodyUsesThis", 1, true) ~= nil, true, table.concat(messages, "; "))
end

return tests
