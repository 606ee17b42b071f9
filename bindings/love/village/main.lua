-- A village with a day. Run it with LÖVE: love bindings/love/village [--record FILE] [--attach] [--test FOLDER]

local game = require "game"
local draw = require "draw"

local village, selected, saved, message
local time, speed, is_paused, changed = 0, 1, false, nil
local TICK = 1 / 20
local rest = 0
local options = {}

-- Where village.xml lies: the folder of the game, which must not be zipped, so that the file can be changed.
local file = love.filesystem.getSource() .. "/village.xml"

local function modified()
    local info = love.filesystem.getInfo("village.xml")
    return info and info.modtime
end

function love.load(arguments)
    for i = 1, #arguments do
        if arguments[i] == "--record" then options.record = arguments[i + 1] end
        if arguments[i] == "--attach" then options.attach = true end
        if arguments[i] == "--test" then options.test = arguments[i + 1] end
    end
    love.graphics.setNewFont(13)
    village = game.new(file, options):populate()
    changed = modified()
    if options.test then
        love.update, love.draw = require("selftest")(village, options, draw)
    end
end

function love.update(dt)
    time = time + dt
    if modified() ~= changed then
        changed = modified()
        message = village:reload()
    end
    if is_paused then return end
    rest = math.min(rest + dt * speed, 0.5)
    while rest >= TICK do
        rest = rest - TICK
        village:update(TICK)
    end
end

function love.draw() draw.frame(village, selected, time, message) end

function love.mousepressed(x, y)
    if x < draw.PANEL then selected = village:villager_at(x / draw.CELL, y / draw.CELL) end
end

function love.keypressed(key)
    if key == "escape" then love.event.quit() end
    if key == "space" then is_paused = not is_paused end
    if key == "1" or key == "2" or key == "3" then speed = ({1, 3, 8})[tonumber(key)] end
    if key == "s" then saved = village:save() end
    if key == "l" and saved then
        local number = selected and selected.number
        village.world:close()
        village = game.load(file, saved, {attach = options.attach}) -- a recording ends with its world
        selected = number and village.villagers[number]
    end
end
