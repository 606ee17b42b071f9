function love.conf(t)
    t.identity = "ploy-village"
    t.version = "11.4"
    t.window.title = "A village with a day"
    t.window.width, t.window.height = 1344, 640
    t.modules.audio, t.modules.sound, t.modules.physics, t.modules.joystick, t.modules.video = false, false, false, false, false
end
