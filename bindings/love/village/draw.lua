-- How the village looks. Reads the game, changes nothing.

local draw = {}
local CELL = 32
draw.CELL = CELL
draw.PANEL = 32 * CELL -- where the panel begins

local lg = love.graphics

-- A number between 0 and 1 that is the same for a cell in every frame.
local function noise(x, y) return (math.sin(x * 127.1 + y * 311.7) * 43758.5453) % 1 end

local function mix(a, b, t) return a + (b - a) * t end

-- How much daylight there is, 0 to 1, with dawn and dusk.
local function daylight(hour)
    if hour < 5 or hour >= 22 then return 0 end
    if hour < 7 then return (hour - 5) / 2 end
    if hour >= 20 then return (22 - hour) / 2 end
    return 1
end

local function ground(game)
    lg.setColor(0.47, 0.66, 0.35)
    lg.rectangle("fill", 0, 0, 32 * CELL, 20 * CELL)
    for y, row in ipairs(game.map) do
        for x = 1, #row do
            local px, py, n = (x - 1) * CELL, (y - 1) * CELL, noise(x, y)
            lg.setColor(0.43 + n * 0.06, 0.62 + n * 0.07, 0.32 + n * 0.04)
            lg.rectangle("fill", px, py, CELL, CELL)
            if n > 0.8 then
                lg.setColor(0.95, 0.9, 0.5 + n * 0.4)
                lg.circle("fill", px + n * 20 + 4, py + (n * 97 % 1) * 20 + 6, 1.8)
            end
        end
    end
    -- The roads: worn by use, so soft.
    lg.setColor(0.79, 0.69, 0.50, 0.85)
    lg.setLineWidth(20)
    lg.setLineJoin("bevel")
    for _, line in ipairs{{4.5, 6.4, 28, 6.4}, {6.5, 11.8, 27, 11.8}, {7, 6.4, 7, 13}, {16, 6.4, 16, 14}, {26.6, 6.4, 26.6, 12}, {9.5, 12, 9.5, 16.5}} do
        lg.line(line[1] * CELL, line[2] * CELL, line[3] * CELL, line[4] * CELL)
        lg.circle("fill", line[1] * CELL, line[2] * CELL, 10)
        lg.circle("fill", line[3] * CELL, line[4] * CELL, 10)
    end
    lg.setLineWidth(1)
end

local function field(game, time)
    lg.setColor(0.55, 0.42, 0.26)
    lg.rectangle("fill", 12 * CELL - 4, 14 * CELL - 2, 14 * CELL + 8, 5 * CELL + 4, 8, 8)
    local cut = game.harvested * 3
    for y = 0, 9 do
        for x = 0, 27 do
            local number = (x * 7 + y * 13) % 280
            local is_cut = (number - cut) % 280 > 240
            local sway = math.sin(time * 1.6 + x * 0.5 + y) * 1.5
            local px, py = 12 * CELL + x * 16 + 8, 14 * CELL + y * 16 + 15
            if is_cut then
                lg.setColor(0.66, 0.53, 0.32)
                lg.line(px, py, px, py - 3)
            else
                lg.setColor(0.80, 0.66, 0.25)
                lg.line(px, py, px + sway, py - 11)
                lg.setColor(0.93, 0.80, 0.36)
                lg.ellipse("fill", px + sway, py - 12, 2, 3.5)
            end
        end
    end
end

local function tree(px, py, n)
    lg.setColor(0, 0, 0, 0.15)
    lg.ellipse("fill", px + 18, py + 28, 13, 5)
    lg.setColor(0.40, 0.28, 0.18)
    lg.rectangle("fill", px + 13, py + 16, 6, 12)
    lg.setColor(0.20 + n * 0.1, 0.42 + n * 0.1, 0.24)
    lg.circle("fill", px + 16, py + 10, 13 + n * 3)
    lg.setColor(0.27 + n * 0.1, 0.52 + n * 0.1, 0.29)
    lg.circle("fill", px + 12, py + 6, 8 + n * 2)
end

local function water(px, py, time, x, y)
    lg.setColor(0.33, 0.58, 0.78)
    lg.rectangle("fill", px - 2, py - 2, CELL + 4, CELL + 4, 10, 10)
    lg.setColor(1, 1, 1, 0.25)
    local wave = math.sin(time + x * 2 + y) * 4
    lg.line(px + 8 + wave, py + 12, px + 20 + wave, py + 12)
end

local roofs = {house = {0.70, 0.36, 0.28}, forge = {0.36, 0.38, 0.42}, inn = {0.50, 0.30, 0.45}}

local function window(x, y, is_lit)
    if is_lit then
        lg.setColor(1, 0.85, 0.45)
    else
        lg.setColor(0.45, 0.55, 0.62)
    end
    lg.rectangle("fill", x, y, 13, 13, 2, 2)
    lg.setColor(0.35, 0.25, 0.18)
    lg.rectangle("line", x, y, 13, 13, 2, 2)
end

local function smoke(x, y, time)
    for i = 0, 4 do
        local age = (time * 0.4 + i / 5) % 1
        lg.setColor(0.92, 0.92, 0.92, 0.5 * (1 - age))
        lg.circle("fill", x + math.sin(age * 5 + i) * 5 + age * 10, y - age * 46, 4 + age * 7)
    end
end

local function building(about, light, time, is_busy)
    local x, y, w, h = about.x * CELL, about.y * CELL, about.w * CELL, about.h * CELL
    if about.kind == "well" then
        lg.setColor(0, 0, 0, 0.2)
        lg.ellipse("fill", x + 16, y + 28, 20, 8)
        lg.setColor(0.62, 0.62, 0.60)
        lg.ellipse("fill", x + 16, y + 22, 18, 11)
        lg.setColor(0.25, 0.42, 0.58)
        lg.ellipse("fill", x + 16, y + 19, 13, 7)
        lg.setColor(0.45, 0.32, 0.2)
        lg.rectangle("fill", x, y - 14, 4, 34)
        lg.rectangle("fill", x + 28, y - 14, 4, 34)
        lg.setColor(0.70, 0.36, 0.28)
        lg.polygon("fill", x - 8, y - 10, x + 16, y - 28, x + 40, y - 10)
        return
    end
    lg.setColor(0, 0, 0, 0.18)
    lg.rectangle("fill", x + 6, y + h - 10, w, 18, 6, 6)
    lg.setColor(0.93, 0.87, 0.75)
    lg.rectangle("fill", x + 4, y + h * 0.42, w - 8, h * 0.58)
    lg.setColor(0.55, 0.40, 0.27)
    lg.setLineWidth(3)
    lg.rectangle("line", x + 4, y + h * 0.42, w - 8, h * 0.58)
    lg.line(x + 4, y + h * 0.70, x + w - 4, y + h * 0.70)
    lg.setLineWidth(1)
    local roof = roofs[about.kind]
    lg.setColor(roof)
    lg.polygon("fill", x - 6, y + h * 0.48, x + w * 0.22, y - 4, x + w * 0.78, y - 4, x + w + 6, y + h * 0.48)
    lg.setColor(roof[1] * 0.8, roof[2] * 0.8, roof[3] * 0.8)
    for i = 1, 3 do lg.line(x - 6 + i * 8, y + h * (0.48 - i * 0.12), x + w + 6 - i * 8, y + h * (0.48 - i * 0.12)) end
    lg.setColor(0.42, 0.28, 0.18)
    lg.rectangle("fill", x + w / 2 - 9, y + h - 32, 18, 32, 4, 4)
    local is_lit = light < 0.6
    window(x + 18, y + h * 0.52, is_lit)
    window(x + w - 31, y + h * 0.52, is_lit)
    lg.setColor(0.5, 0.45, 0.42)
    lg.rectangle("fill", x + w * 0.72, y - 14, 12, 22)
    if is_busy then smoke(x + w * 0.72 + 6, y - 16, time) end
    if about.kind ~= "house" then
        lg.setColor(0.42, 0.28, 0.18)
        lg.rectangle("fill", x + w / 2 - 30, y + h * 0.30, 60, 18, 3, 3)
        lg.setColor(1, 0.93, 0.75)
        lg.printf(about.kind == "inn" and "INN" or "FORGE", x + w / 2 - 30, y + h * 0.30 + 2, 60, "center")
    end
end

local function bubble(text, px, py)
    local width = lg.getFont():getWidth(text) + 14
    lg.setColor(1, 1, 1, 0.95)
    lg.rectangle("fill", px - width / 2, py - 66, width, 19, 8, 8)
    lg.polygon("fill", px - 4, py - 48, px + 4, py - 48, px, py - 41)
    lg.setColor(0.2, 0.2, 0.2)
    lg.printf(text, px - width / 2, py - 64, width, "center")
end

local function figure(villager, time, is_selected)
    if villager.doing == "Sleep" then return end -- behind its door
    local px, py = villager.x * CELL, villager.y * CELL
    local is_walking = villager.path[1] ~= nil
    local bob = is_walking and math.abs(math.sin(time * 10 + villager.number)) * 3 or math.sin(time * 2 + villager.number) * 0.8
    local c = villager.color
    if is_selected then
        lg.setColor(1, 0.95, 0.4, 0.9)
        lg.setLineWidth(3)
        lg.ellipse("line", px, py + 2, 17, 8)
        lg.setLineWidth(1)
    end
    lg.setColor(0, 0, 0, 0.22)
    lg.ellipse("fill", px, py + 2, 10, 4)
    local step = is_walking and math.sin(time * 10 + villager.number) * 4 or 0
    lg.setColor(0.30, 0.22, 0.18)
    lg.rectangle("fill", px - 6 + step, py - 7, 5, 9)
    lg.rectangle("fill", px + 1 - step, py - 7, 5, 9)
    lg.setColor(c)
    lg.rectangle("fill", px - 9, py - 25 - bob, 18, 20, 6, 6)
    lg.setColor(0.98, 0.83, 0.68)
    lg.circle("fill", px, py - 32 - bob, 8)
    lg.setColor(c[1] * 0.6, c[2] * 0.6, c[3] * 0.6)
    if villager.type == "farmer" then -- a straw hat
        lg.setColor(0.90, 0.76, 0.38)
        lg.ellipse("fill", px, py - 37 - bob, 13, 4)
        lg.ellipse("fill", px, py - 40 - bob, 7, 5)
    elseif villager.type == "smith" then
        lg.arc("fill", px, py - 34 - bob, 8.5, math.pi, 2 * math.pi)
        lg.setColor(0.45, 0.33, 0.24)
        lg.rectangle("fill", px - 6, py - 19 - bob, 12, 14, 3, 3)
    else -- a cook's cap
        lg.setColor(1, 1, 1)
        lg.rectangle("fill", px - 7, py - 43 - bob, 14, 6)
        lg.circle("fill", px - 4, py - 44 - bob, 5)
        lg.circle("fill", px + 4, py - 44 - bob, 5)
    end
    lg.setColor(0.15, 0.12, 0.10)
    lg.circle("fill", px + 2 * villager.facing - 1.5, py - 32 - bob, 1.2)
    lg.circle("fill", px + 2 * villager.facing + 2.5, py - 32 - bob, 1.2)
    if villager.doing == "Harvest" then -- the hoe swings
        local angle = math.sin(time * 6) * 0.7 - 0.4
        lg.setColor(0.5, 0.36, 0.2)
        lg.setLineWidth(3)
        lg.line(px + 6, py - 16, px + 6 + math.cos(angle) * 20, py - 16 + math.sin(angle) * 20)
        lg.setLineWidth(1)
    elseif villager.doing == "Forge" and math.sin(time * 8) > 0.6 then -- sparks
        for i = 1, 6 do
            lg.setColor(1, 0.75, 0.25)
            lg.circle("fill", px + 12 + math.cos(i * 1.1 + time * 20) * 9, py - 14 + math.sin(i * 1.7 + time * 20) * 9, 1.6)
        end
    end
end

local function glow(x, y, radius, strength)
    for i = 6, 1, -1 do
        lg.setColor(1, 0.78, 0.35, strength * 0.06 * (7 - i) / 3)
        lg.circle("fill", x, y, radius * i / 6)
    end
end

local function night(game, light)
    local dark = 1 - light
    if dark <= 0 then return end
    lg.setColor(0.07, 0.08, 0.25, 0.62 * dark)
    lg.rectangle("fill", 0, 0, 32 * CELL, 20 * CELL)
    lg.setBlendMode("add")
    for _, about in ipairs(game.buildings) do
        if about.kind ~= "well" then
            local x, y = (about.x + about.w / 2) * CELL, (about.y + about.h * 0.58) * CELL
            glow(x - 30, y, about.kind == "house" and 34 or 44, dark)
            glow(x + 30, y, about.kind == "house" and 34 or 44, dark)
        end
    end
    lg.setBlendMode("alpha")
    lg.setColor(1, 1, 1, 0.8 * dark)
    for i = 1, 12 do lg.print("·", noise(i, 3) * 32 * CELL, noise(i, 9) * 26) end
end

local function bar(label, value, most, x, y, color)
    lg.setColor(0.30, 0.24, 0.20)
    lg.print(label, x, y)
    for i = 1, most do
        lg.setColor(0.80, 0.72, 0.60)
        if i <= value then lg.setColor(color) end
        lg.rectangle("fill", x + 58 + (i - 1) * 18, y + 2, 14, 12, 3, 3)
    end
end

local function panel(game, selected, message)
    local x, width = draw.PANEL + 16, 288
    lg.setColor(0.96, 0.92, 0.83)
    lg.rectangle("fill", draw.PANEL, 0, 320, 640)
    lg.setColor(0.55, 0.40, 0.27)
    lg.rectangle("fill", draw.PANEL, 0, 4, 640)
    lg.setColor(0.30, 0.24, 0.20)
    local hours = game:hours()
    lg.print(("Day %d, %02d:%02d%s"):format(math.floor(hours / 24) + 1, game:clock(), (hours % 1) * 60, game:is_night() and ", night" or ""), x, 14)
    bar("wheat", game:stock("wheat"), 12, x, 40, {0.90, 0.72, 0.25})
    bar("meals", game:stock("meals"), 8, x, 60, {0.80, 0.42, 0.30})
    bar("hoes", game:stock("hoes"), 3, x, 80, {0.45, 0.48, 0.55})
    lg.setColor(0.75, 0.65, 0.50)
    lg.line(x, 108, x + width, 108)
    lg.setColor(0.30, 0.24, 0.20)
    if selected and selected.agent.is_alive then
        lg.setColor(selected.color)
        lg.circle("fill", x + 8, 128, 8)
        lg.setColor(0.30, 0.24, 0.20)
        lg.print(("%s, %s"):format(selected.name, selected.type), x + 24, 121)
        lg.printf(selected.agent:why(), x, 148, width)
    else
        lg.printf("Click a villager and read why it does what it does.", x, 121, width)
    end
    lg.setColor(0.75, 0.65, 0.50)
    lg.line(x, 360, x + width, 360)
    lg.setColor(0.40, 0.34, 0.30)
    for i, line in ipairs(game.log) do lg.print(line, x, 354 + i * 18) end
    if message then
        lg.setColor(0.75, 0.20, 0.15)
        lg.printf(message, x, 560, width)
    end
    lg.setColor(0.55, 0.47, 0.40)
    lg.printf("space: pause   1 2 3: speed   s: save   l: load\nvillage.xml is read again when it changes", x, 602, width)
end

function draw.frame(game, selected, time, message)
    local hour = game:hours() % 24
    local light = daylight(hour)
    ground(game)
    field(game, time)
    -- From the back to the front: buildings, trees and villagers by where they touch the ground.
    local things = {}
    for y, row in ipairs(game.map) do
        for x = 1, #row do
            local cell, px, py = row:sub(x, x), (x - 1) * CELL, (y - 1) * CELL
            if cell == "~" then water(px, py, time, x, y) end
            if cell == "t" then things[#things + 1] = {y, function() tree(px + noise(x, y) * 6 - 3, py, noise(y, x)) end} end
        end
    end
    local doing = {}
    for _, villager in ipairs(game.villagers) do
        doing[villager.doing or ""] = true
        things[#things + 1] = {villager.y, function() figure(villager, time, villager == selected) end}
    end
    for _, about in ipairs(game.buildings) do
        local is_busy = about.kind == "house" and mix(0, 1, light) < 0.7 or about.kind == "inn" and doing.Cook or about.kind == "forge" and doing.Forge
        things[#things + 1] = {about.y + about.h - 0.3, function() building(about, light, time, is_busy) end}
    end
    table.sort(things, function(a, b) return a[1] < b[1] end)
    for _, thing in ipairs(things) do thing[2]() end
    night(game, light)
    for _, villager in ipairs(game.villagers) do
        if villager.bubble then bubble(villager.bubble, villager.x * CELL, villager.y * CELL) end
    end
    panel(game, selected, message)
end

return draw
