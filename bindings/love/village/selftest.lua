-- Plays the village without a player and checks it: love village --test FOLDER. Writes pictures into the folder.

local function expect(condition, what)
    if condition then return end
    io.stderr:write("FAILED: ", what, "\n")
    os.exit(1)
end

-- A world belongs to the state of Lua that made it: it cannot be sent to another thread, which may have worlds of its own.
local function check_threads(village)
    local channel = love.thread.getChannel("answer")
    expect(not pcall(channel.push, channel, village.world), "a world cannot be sent to another thread")
    local thread = love.thread.newThread([[
        local ploy = require "ploy"
        local channel = love.thread.getChannel("answer")
        local world = ploy.world()
        world:add_sensor{name = "s", sense = function(agent) if agent.now > 5 then agent:set("m", 1) end end}
        world:add_key{name = "n", type = "int"}
        local agent = world:create_agent()
        local message
        for _ = 1, 1000 do
            local ok, problem = pcall(world.tick, world, 0.01)
            if not ok then message = problem end
        end
        local _, misuse = pcall(world.tick, world, -1)
        channel:push(tostring(message) .. " | " .. tostring(misuse))
    ]])
    thread:start()
    for _ = 1, 200 do village:update(1 / 20) end
    thread:wait()
    expect(not thread:getError(), tostring(thread:getError()))
    local answer = channel:pop() or ""
    expect(answer:find("there is no blackboard key 'm'", 1, true), "an error of the other thread stays there: " .. answer)
    expect(answer:find("API misuse in ploy_world_tick", 1, true), "misuse of the other thread stays there: " .. answer)
end

return function(village, options, draw)
    local frame, selected, pictures = 0, nil, 0
    local slept, day_hash = {}, nil

    local function picture(name)
        pictures = pictures + 1
        love.graphics.captureScreenshot(function(image)
            local file = assert(io.open(options.test .. "/" .. name .. ".png", "wb"))
            file:write(image:encode("png"):getString())
            file:close()
            pictures = pictures - 1
        end)
    end

    local function update()
        frame = frame + 1
        for _ = 1, 10 do
            village:update(1 / 20)
            for _, villager in ipairs(village.villagers) do
                if villager.doing == "Sleep" then slept[villager.name] = true end
            end
        end
        local ann = village.villagers[1]
        if frame == 40 then -- a click on Ann, wherever she is
            selected = village:villager_at(ann.x, ann.y - 0.5)
            expect(selected and selected.name, "a click on a villager finds one")
            expect(selected.agent:why():find("goal", 1, true), "the villager says why")
        end
        if frame == 46 then picture("village-day") end
        if frame == 60 then
            local save = village:save()
            local again = require("game").load(village.file, save)
            for _ = 1, 200 do
                village:update(1 / 20)
                again:update(1 / 20)
            end
            expect(again.world:hash() == village.world:hash(), "a loaded village goes on as the saved one")
            day_hash = village.world:hash()
            again.world:close()
        end
        if frame == 70 then -- hot reload while all are at work, then a file that is refused
            expect(not village:reload(), "the file can be loaded again")
            local good = village.file
            local bad = options.test .. "/bad.xml"
            local out = assert(io.open(bad, "w"))
            out:write('<ploy version="1"><agent name="farmer" domain="nowhere"/></ploy>')
            out:close()
            village.file = bad
            local message = village:reload()
            expect(message and message:find("bad.xml:1:", 1, true), "a file with an error is refused with its place")
            village.file = good
        end
        if frame == 80 then check_threads(village) end
        if frame == 104 then picture("village-dusk") end
        if frame == 150 then
            for _, villager in ipairs(village.villagers) do
                expect(villager.meals > 0, villager.name .. " has eaten")
                expect(slept[villager.name], villager.name .. " has slept")
            end
            expect(village.harvested >= 10, "the field was worked")
            expect(day_hash, "the day was saved")
            expect(village.greeted > 0, "villagers who met have greeted each other")
            village.world:close()
            print(("village: %d harvested, %d greetings, all fed, all slept"):format(village.harvested, village.greeted))
        end
        if frame >= 150 and pictures == 0 then love.event.quit(0) end
    end

    local function draw_frame()
        if frame < 150 then draw.frame(village, selected, frame / 4, nil) end
    end

    return update, draw_frame
end
