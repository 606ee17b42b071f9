-- A settler who fells trees for a fire. Trees are felled and grow: they are objects that the game spawns and despawns, and a
-- table has their places. Another table has the distances, which change when the bridge breaks. The same as
-- examples/10_colony.c, with the same output. Run it from the root of the sources.

local ploy = require "ploy"

local felled = {} -- since the last tick
local world = ploy.world()

world:add_activity{name = "Go", ports = "p", update = function(agent, call)
    print("goes to " .. call:get("p"))
    agent:set("at", call:get("p"))
    return "success"
end}

world:add_activity{name = "Fell", ports = "t", update = function(agent, call)
    print("fells " .. call:get("t"))
    felled[#felled + 1] = call:get("t")
    agent:set("logs", agent:get("logs") + 1)
    return "success"
end}

world:add_activity{name = "Light", update = function(agent)
    print("lights a fire")
    agent:set("logs", agent:get("logs") - 2)
    agent:set("fire", true)
    return "success"
end}

world:load_file "examples/data/colony.xml"
local colony = world:domain("colony")
local settler = world:create_agent{type = "settler"}
for tick = 0, 119 do
    while #felled > 0 do colony:despawn(table.remove(felled)) end -- objects come and go between two ticks
    if tick == 40 then
        print("two trees grow in the glade")
        for _ = 1, 2 do colony:set_cell("spot", colony:spawn("tree"), "glade") end
    elseif tick == 80 then
        print("a tree grows at the river, and the bridge breaks: the hill is far now")
        colony:set_cell("spot", colony:spawn("tree"), "river")
        colony:set_cells("distance", "hut hill = 30, glade hill = 28, hill river = 40")
    end
    if tick % 40 == 0 then settler:set("fire", false) end -- it has burned down
    world:tick(0.1)
end
