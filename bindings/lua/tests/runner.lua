-- Runs the tests of a file: a table of functions whose names are sentences.
--
--   lua tests/runner.lua tests/test_world.lua …

local runner = {}

function runner.equal(got, wanted, what)
    if got ~= wanted then
        error(("%s: got %s, wanted %s"):format(what or "value", tostring(got), tostring(wanted)), 2)
    end
end

-- The error's message, which must have the text in it.
function runner.fails(text, call, ...)
    local ok, message = pcall(call, ...)
    if ok then error(("no error; wanted one with '%s'"):format(text), 2) end
    if not tostring(message):find(text, 1, true) then
        error(("error '%s' does not have '%s'"):format(tostring(message), text), 2)
    end
    return message
end

package.loaded.runner = runner

local failed, count = 0, 0
for i = 1, #arg do
    local tests = dofile(arg[i])
    local names = {}
    for name in pairs(tests) do names[#names + 1] = name end
    table.sort(names)
    for _, name in ipairs(names) do
        count = count + 1
        local ok, message = xpcall(tests[name], debug.traceback)
        collectgarbage() -- objects that a test dropped must be freed without harm
        if not ok then
            failed = failed + 1
            print(("FAILED %s: %s\n%s"):format(arg[i], name, message))
        end
    end
end
print(("%s: %d tests, %d failed"):format(rawget(_G, "jit") and jit.version or _VERSION, count, failed))
os.exit(failed == 0 and 0 or 1, true)
