-- Every method of every object with arguments that make no sense: an error or a result, never a crash.

local ploy = require "ploy"
local runner = require "runner"

local state = 12345
local function random(n) -- the same in every interpreter
    state = (state * 1103515245 + 12345) % 2147483648
    return math.floor(state / 65536) % n + 1
end

local methods = {
    world = {"tick", "load_file", "load_text", "check_text", "create_agent", "agents", "blackboard", "save", "load", "hash", "stats",
        "add_activity", "add_condition", "add_scorer", "add_sensor", "add_node", "add_reason", "add_key", "add_fact_type", "add_goap_mind",
        "add_squad", "find_squad", "enlist", "configure_squads", "claim", "release", "is_free", "claims", "domain", "profile", "add_enum"},
    agent = {"get", "set", "unset", "blackboard", "remember", "facts", "best_fact", "count_facts", "forget", "goal", "action", "plan", "progress", "priority",
        "push", "abort", "replan", "why", "fail", "random", "position", "set_position", "set_sensor", "set_pace", "set_mind", "squad", "order", "report", "leave_squad", "destroy"},
    blackboard = {"get", "set", "unset", "subscribe", "unsubscribe"},
    squad = {"join", "members", "queue", "task", "abort", "blackboard", "why", "destroy"},
    domain = {"add_type", "add_symbol", "add_action", "add_goal", "compile", "bind_context", "bind_number", "planner", "explain", "applicable", "apply", "meets", "actions", "goals", "symbols",
        "add_table", "types", "objects", "exists", "spawn", "despawn", "cell", "set_cell", "set_cells"},
    world_domain = {"types", "objects", "exists", "spawn", "despawn", "cell", "set_cell", "set_cells"},
    service = {"request", "cancel", "update", "poll", "stats", "save", "load"},
    terrain = {"positions", "elevations", "triangles", "edges", "has_tree", "graph", "block_trees"},
    spatial = {"build", "find", "nearest"},
    planner = {"plan", "begin", "update", "best", "finish"},
    file = {"domain", "agents"},
    map = {"find", "block", "unblock", "is_blocked", "cell", "xy", "sees", "smooth", "distances", "nearest", "path_service"},
    call = {"get", "set", "data", "set_data", "tick_child", "halt_child", "is_child_running"},
}

local FILE = [[<ploy version="1">
  <sensor name="s"/>
  <blackboard><key name="n" type="int"/><key name="word" type="string"/></blackboard>
  <domain name="d"><type name="place" objects="a b"/><type name="tree" capacity="4" count="1"/><table name="far" of="place place"/><symbol name="at" type="place"/><symbol name="done" type="bool"/>
    <action name="GoTo"><param name="p" type="place"/><pre>at != p</pre><effect>at = p</effect></action>
    <action name="Work" duration="0.2"><pre>at = b</pre><effect>done</effect></action>
    <goal name="Finish">done</goal></domain>
  <squad name="team"/>
  <agent name="worker" domain="d" settle="0"/></ploy>]]

local function make_objects(inside)
    local objects = {}
    local world = ploy.world()
    world:add_sensor{name = "s", sense = function(agent) inside(objects, agent) end}
    world:add_activity{name = "GoTo", ports = "p", update = function(agent, call)
        objects.call = call
        inside(objects, agent)
        agent:set("at", call:get("p"))
        return "success"
    end}
    world:load_text("garbage.xml", FILE)
    world:add_fact_type{name = "enemy", attributes = {{name = "id", type = "int", identifies = true}}}
    local squad = world:find_squad("team")
    local agent = world:create_agent{type = "worker", user = {}}
    squad:join(agent)
    objects.world, objects.agent, objects.squad, objects.blackboard = world, agent, squad, agent:blackboard()
    objects.file = ploy.load_file "examples/data/farmer.xml"
    objects.domain = ploy.domain{name = "x"}
    objects.domain:add_symbol{name = "done"}
    objects.domain:add_action{name = "Work", effect = "done"}
    objects.domain:add_goal{name = "Finish", condition = "done"}
    objects.domain:compile()
    objects.planner = objects.domain:planner()
    objects.map = ploy.grid{cells = {"...", ".#.", "..."}}
    objects.world_domain = world:domain()
    objects.service = objects.map:path_service{max_nodes = 2}
    objects.service:request(0, 8)
    objects.terrain = ploy.terrain{width = 4096, height = 4096}
    objects.spatial = ploy.spatial()
    objects.spatial:build{0, 0, 1, 1, 2, 0}
    return objects
end

local function arguments(objects)
    local pool = {
        true, false, 0, 1, -1, 3, 2.5, 1e300, -1e300, math.huge, 0 / 0, 4294967296, "", "n", "word", "at", "a", "Finish", "Work", "enemy", "worker", "team",
        "done", "success", "tree", "tree.1", "tree.2", "far", {0, 0, 3, 4}, {max_count = 2}, ("x"):rep(600), "<ploy version='1'/>", "\0\1", {}, {1, 2, 3}, {"a", "b"}, {name = "n"}, {type = "enemy", values = {id = 3}}, {type = "enemy", values = {id = {1, 5}}},
        {type = "worker"}, {name = "t", type = "int", max = 4}, {goal = "Finish"}, {from = 0, to = 8}, {from = 99, to = -1}, {kind = "patrol", places = {1}},
        {start = "done", goal = "Finish", max_nodes = 5}, {name = {}}, {cells = 3}, type, function() return 1 end, function() error("no") end,
        coroutine.create(function() end), io.stdout,
    }
    for _, object in pairs(objects) do pool[#pool + 1] = object end
    local list, count = {}, random(5) - 1
    for i = 1, count do
        local which = random(#pool + 3)
        list[i] = pool[which] -- nil beyond the end
    end
    return list, count
end

local kinds = {}
for kind in pairs(methods) do kinds[#kinds + 1] = kind end
table.sort(kinds)

local unpack = table.unpack or unpack

local function poke(objects)
    local kind = kinds[random(#kinds)]
    local object = objects[kind]
    if not object then return end
    local list, count = arguments(objects)
    local method = methods[kind][random(#methods[kind])]
    if method == "tick" and type(list[1]) == "number" and list[1] > 1000 then return end
    pcall(function() return object[method](object, unpack(list, 1, count)) end)
end

local tests = {}

tests["methods with senseless arguments, outside of ticks and inside"] = function()
    ploy.set_log(function() end)
    for _ = 1, 60 do
        local depth = 0
        local objects = make_objects(function(objects)
            if depth > 0 then return end -- not without end
            depth = depth + 1
            for _ = 1, 5 do poke(objects) end
            depth = depth - 1
        end)
        for _ = 1, 200 do
            poke(objects)
            pcall(objects.world.tick, objects.world, 0.1)
        end
        objects.world:close()
        for _ = 1, 50 do poke(objects) end -- and all of them with a closed world
    end
    ploy.set_log(nil)
end

tests["constructors with senseless arguments"] = function()
    ploy.set_log(function() end)
    local objects = make_objects(function() end)
    local makers = {"world", "domain", "load_file", "parse_file", "grid", "graph", "recording", "spatial"}
    for _ = 1, 3000 do
        local list, count = arguments(objects)
        pcall(ploy[makers[random(#makers)]], unpack(list, 1, count))
    end
    ploy.set_log(nil)
end

return tests
