-- The rules of the village, without drawing: they run in plain Lua too. Lengths are cells of the map, times seconds.

local ploy = require "ploy"

local game = {}
game.__index = game

local HOUR = 4 -- seconds of play
local SPEED = 3.2 -- cells per second
local HUNGRY_AFTER = 34 -- seconds

-- '#' is a building, 't' a tree, '~' water, 'w' wheat; one walks on all but '#', 't' and '~'.
game.map = {
    "tttttt...ttttttttttt....tttttttt",
    "t...........................t..t",
    "t..####....####....####........t",
    "t..####....####....####....~~~.t",
    "t..####....####....####...~~~~.t",
    "..............................~t",
    "...............................t",
    "t..............................t",
    "t.####......................#####",
    "t.####...............#......####",
    "t.####......................####",
    "..................................",
    "................................",
    "t....####..................t...t",
    "t....####...wwwwwwwwwwwwww.....t",
    "t....####...wwwwwwwwwwwwww....tt",
    "t...........wwwwwwwwwwwwww.....t",
    "tt....t.....wwwwwwwwwwwwww.t..tt",
    "ttt.........wwwwwwwwwwwwww....tt",
    "tttttttt..ttttttttttttttttttttttt",
}
for y, row in ipairs(game.map) do game.map[y] = row:sub(1, 32) end

-- The cells in front of doors, and where one stands.
game.places = {
    forge = {x = 6.5, y = 9.5}, inn = {x = 26.5, y = 9.5}, well = {x = 21.5, y = 10.8},
}
game.buildings = {
    {kind = "house", x = 3, y = 2, w = 4, h = 3}, {kind = "house", x = 11, y = 2, w = 4, h = 3},
    {kind = "house", x = 19, y = 2, w = 4, h = 3}, {kind = "forge", x = 2, y = 8, w = 4, h = 3},
    {kind = "inn", x = 28, y = 8, w = 4, h = 3}, {kind = "house", x = 5, y = 13, w = 4, h = 3},
    {kind = "well", x = 21, y = 9, w = 1, h = 1},
}

local people = {
    {name = "Ann", type = "farmer", home = {4.5, 5.5}, spot = {13.5, 14.5}, color = {0.86, 0.35, 0.30}},
    {name = "Bert", type = "farmer", home = {6.5, 5.5}, spot = {17.5, 16.5}, color = {0.93, 0.66, 0.25}},
    {name = "Cleo", type = "farmer", home = {12.5, 5.5}, spot = {22.5, 15.5}, color = {0.45, 0.62, 0.32}},
    {name = "Dirk", type = "smith", home = {20.5, 5.5}, color = {0.35, 0.38, 0.45}},
    {name = "Elsa", type = "innkeeper", home = {7.5, 16.5}, color = {0.55, 0.35, 0.60}},
    {name = "Finn", type = "farmer", home = {5.5, 16.5}, spot = {14.5, 17.5}, color = {0.30, 0.55, 0.75}},
}

local function walkable_rows()
    local rows = {}
    for y, row in ipairs(game.map) do rows[y] = row:gsub("[t~]", "#"):gsub("[^#]", ".") end
    return rows
end

-- Where a villager stands when it is at a place. Nobody stands on another.
local function spot_of(villager, place)
    if place == "home" then return villager.home[1], villager.home[2] end
    if place == "field" then return villager.spot[1], villager.spot[2] end
    local at = game.places[place]
    local angle = villager.number * 2.1
    if place == "well" then return at.x + math.cos(angle) * 1.4, at.y + 0.6 + math.sin(angle) * 0.5 end
    if villager.type == "farmer" or place ~= (villager.type == "smith" and "forge" or "inn") then
        return at.x - (place == "inn" and 0.4 or -0.4), at.y - 1.6 + villager.number * 0.55
    end
    return at.x, at.y
end

function game:say(villager, text)
    villager.bubble, villager.bubble_left = text, 2.5
end

function game:stock(name, change)
    local blackboard = self.world:blackboard()
    local value = blackboard:get(name)
    if change then
        value = math.max(0, math.min(value + change, self.most[name]))
        blackboard:set(name, value)
    end
    return value
end

-- Walking: along a path around buildings, then the last step to the spot.
local function begin_walk(self, villager, place)
    local grid = self.grid
    local x, y = spot_of(villager, place)
    local path = grid:find{from = grid:cell(math.floor(villager.x), math.floor(villager.y)), to = grid:cell(math.floor(x), math.floor(y))}
    villager.path, villager.target = {}, place
    if not path then return false end
    path = grid:smooth(path)
    for i = 2, #path - 1 do
        local cx, cy = grid:xy(path[i])
        villager.path[#villager.path + 1] = {cx + 0.5, cy + 0.5}
    end
    villager.path[#villager.path + 1] = {x, y}
    return true
end

-- True when the villager has arrived.
local function walk(villager, dt)
    local left = SPEED * dt
    while left > 0 and villager.path[1] do
        local to = villager.path[1]
        local dx, dy = to[1] - villager.x, to[2] - villager.y
        local distance = math.sqrt(dx * dx + dy * dy)
        if math.abs(dx) > 0.01 then villager.facing = dx > 0 and 1 or -1 end
        if distance <= left then
            villager.x, villager.y = to[1], to[2]
            table.remove(villager.path, 1)
            left = left - distance
        else
            villager.x, villager.y = villager.x + dx / distance * left, villager.y + dy / distance * left
            left = 0
        end
    end
    return not villager.path[1]
end

-- An activity that takes the duration of its action and then does something.
local function add_work(self, name, done)
    self.world:add_activity{name = name,
        start = function(agent) agent.user.doing = name end,
        update = function(agent, call)
            if call.elapsed < call.duration then return "running" end
            return done(agent.user, agent) or "success"
        end,
        finished = function(agent) agent.user.doing = nil end,
        halt = function(agent) agent.user.doing = nil end}
end

local function bind(self)
    local world = self.world
    world:add_sensor{name = "body", sense = function(agent)
        local villager = agent.user
        agent:set("hungry", villager.fed_at + HUNGRY_AFTER < agent.now)
        agent:set("dull", villager.wear >= 5)
        agent:set_position(villager.x, villager.y)
    end}
    world:add_sensor{name = "sky", sense = function(agent) agent:set("night", self:is_night()) end}
    world:add_activity{name = "GoTo", ports = "place",
        start = function(agent, call)
            local place = call:get("place")
            if not begin_walk(self, agent.user, place) then return agent:fail("there is no path to the " .. place) end
        end,
        update = function(agent, call)
            local is_there = walk(agent.user, agent.dt)
            agent:set("at", is_there and call:get("place") or "road")
            return is_there and "success" or "running"
        end,
        halt = function(agent)
            agent.user.path = {}
            agent:set("at", "road")
        end}
    add_work(self, "Harvest", function(villager)
        villager.wear = villager.wear + 1
        self:stock("wheat", 1)
        self.harvested = self.harvested + 1
    end)
    add_work(self, "TakeHoe", function(villager, agent)
        if self:stock("hoes") < 1 then return agent:fail("somebody took the last hoe") end
        self:stock("hoes", -1)
        villager.wear = 0
        agent:set("dull", false)
    end)
    add_work(self, "Forge", function() self:stock("hoes", 1) end)
    add_work(self, "Cook", function(_, agent)
        if self:stock("wheat") < 1 then return agent:fail("there is no wheat") end
        self:stock("wheat", -1)
        self:stock("meals", 1)
    end)
    add_work(self, "Eat", function(villager, agent)
        if self:stock("meals") < 1 then return agent:fail("somebody ate the last meal") end
        self:stock("meals", -1)
        villager.fed_at = agent.now
        villager.meals = villager.meals + 1
        agent:set("hungry", false)
    end)
    add_work(self, "Chat", function() end)
    world:add_activity{name = "Sleep",
        start = function(agent) agent.user.doing = "Sleep" end,
        update = function() return self:is_night() and "running" or "success" end,
        finished = function(agent) agent.user.doing = nil end,
        halt = function(agent) agent.user.doing = nil end}
end

local bubbles = {
    Harvest = "harvest", TakeHoe = "a new hoe", Forge = "clang!", Cook = "stirring", Eat = "yum", Sleep = "zzz", Chat = "hello!",
}

-- file: the path of village.xml. options: record (the path of a recording to write), attach (a debugger may attach).
function game.new(file, options)
    options = options or {}
    local self = setmetatable({file = file, harvested = 0, most = {wheat = 12, meals = 8, hoes = 3}, log = {}}, game)
    self.grid = ploy.grid{cells = walkable_rows()}
    self.near, self.points, self.query, self.greeted = ploy.spatial{cell = 1}, {}, {}, 0 -- who is near
    self.world = ploy.world{seed = 7, on_event = function(agent, event)
        local villager = agent.user
        if event.kind == "action-started" and bubbles[event.name] then self:say(villager, bubbles[event.name]) end
        if event.kind == "goal-started" then self:note(("%s pursues %s"):format(villager.name, event.name)) end
        if event.kind == "action-aborted" and event.reason == "an activity failed" then self:say(villager, "oh no") end
    end}
    bind(self)
    self.world:load_file(file)
    local function name(agent) return agent.user.name end
    if options.record then self.world:record{path = options.record, name = name} end
    if options.attach then
        io.stderr:write("attach: ", self.world:attach{name = name}, "\n")
        io.stderr:flush()
    end
    self.villagers = {}
    for number, about in ipairs(people) do
        local villager = {number = number, name = about.name, type = about.type, color = about.color, home = about.home, spot = about.spot,
            x = about.home[1], y = about.home[2], path = {}, facing = 1, fed_at = -number * 5, wear = number % 4, meals = 0}
        self.villagers[number] = villager
    end
    return self
end

-- The villagers move in: not before a save is loaded, which brings its own.
function game:populate()
    for _, villager in ipairs(self.villagers) do
        villager.agent = self.world:create_agent{type = villager.type, user = villager}
        villager.agent:set("at", "home")
    end
    self:stock("wheat", 3)
    self:stock("meals", 3)
    self:stock("hoes", 1)
    return self
end

function game:note(text)
    table.insert(self.log, 1, ("%02d:%02d  %s"):format(self:clock(), (self:hours() % 1) * 60, text))
    self.log[12] = nil
end

function game:hours() return 7 + self.world.now / HOUR end
function game:clock() return math.floor(self:hours() % 24) end

function game:is_night()
    local hour = self:hours() % 24
    return hour < 6 or hour >= 21
end

-- Villagers who meet on their way greet each other. The tables are kept from frame to frame.
function game:greet()
    for number, villager in ipairs(self.villagers) do
        self.points[2 * number - 1], self.points[2 * number] = villager.x, villager.y
    end
    self.near:build(self.points)
    for number, villager in ipairs(self.villagers) do
        self.query.without = number
        local other = villager.path[1] and self.villagers[self.near:nearest(villager.x, villager.y, 1.5, self.query)]
        if other and other ~= villager.met then
            villager.met = other
            self.greeted = self.greeted + 1
            if not villager.bubble then self:say(villager, "hello, " .. other.name) end
        end
    end
end

function game:update(dt)
    if not self.world:may_tick() then return end -- a debugger has paused it
    self.world:tick(dt)
    self:greet()
    for _, villager in ipairs(self.villagers) do
        villager.bubble_left = (villager.bubble_left or 0) - dt
        if villager.bubble_left <= 0 then villager.bubble = nil end
    end
end

-- The villager whose figure is at a point of the map, or nil.
function game:villager_at(x, y)
    local best, best_distance
    for _, villager in ipairs(self.villagers) do
        local dx, dy = villager.x - x, villager.y - 0.5 - y
        local distance = dx * dx + dy * dy
        if distance < 0.8 and (not best or distance < best_distance) then best, best_distance = villager, distance end
    end
    return best
end

-- Hot reload: nil, or what is wrong with the file. The old one stays in force then.
function game:reload()
    local ok, message = pcall(self.world.load_file, self.world, self.file)
    return not ok and message or nil
end

local kept = {"x", "y", "facing", "fed_at", "wear", "meals", "doing", "target"}

function game:save()
    local save = {world = self.world:save(), harvested = self.harvested, villagers = {}}
    for number, villager in ipairs(self.villagers) do
        local copy = {path = {}}
        for _, name in ipairs(kept) do copy[name] = villager[name] end
        for i, point in ipairs(villager.path) do copy.path[i] = {point[1], point[2]} end
        save.villagers[number] = copy
    end
    return save
end

function game.load(file, save, options)
    local self = game.new(file, options)
    self.harvested = save.harvested
    for number, copy in ipairs(save.villagers) do
        local villager = self.villagers[number]
        for _, name in ipairs(kept) do villager[name] = copy[name] end
        for i, point in ipairs(copy.path) do villager.path[i] = {point[1], point[2]} end
    end
    self.world:load(save.world, function(agent)
        local villager = self.villagers[agent.index]
        villager.agent = agent
        return villager
    end)
    return self
end

return game
