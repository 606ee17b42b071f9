-- The path service, terrain and the spatial index.

local ploy = require "ploy"
local runner = require "runner"
local equal, fails = runner.equal, runner.fails

local MAP = {
    "..........",
    ".####.###.",
    ".#......#.",
    ".#.####.#.",
    "...#..#...",
    ".#.#..#.#.",
    ".#.#....#.",
    ".#.######.",
    ".#........",
    ".........."}

local state = 1
local function random(n) -- the same in every interpreter
    state = (state * 1103515245 + 12345) % 2147483648
    return math.floor(state / 65536) % n
end

local tests = {}

tests["the answers of a path service are those of the map"] = function()
    local grid = ploy.grid{cells = MAP}
    local paths, requests, answers = grid:path_service(), {}, 0
    for i = 1, 30 do
        local from, to = random(100), random(100)
        requests[i] = {query = {from = from, to = to}, id = paths:request(from, to)}
        equal(paths:poll(requests[i].id), "in-progress")
    end
    paths:update(function(id, status, nodes, cost, owner)
        answers = answers + 1
        local request = requests[answers]
        local path, wanted = grid:find(request.query)
        equal(id, request.id)
        equal(status, path and "found" or wanted)
        equal(owner, 0)
        if path then equal(cost, wanted) end
        equal(nodes and #nodes or 0, path and #path or 0)
    end)
    equal(answers, 30)
    equal(paths:stats().answered, 30)
end
tests["priorities, owners, limits and cancelling"] = function()
    local grid = ploy.grid{cells = MAP}
    local paths = grid:path_service{max_answers = 1, share_from = -1}
    local low, high = paths:request(0, 99), paths:request(0, 90, nil, {priority = 5})
    local old = paths:request(9, 90, 7)
    local new, gone = paths:request(0, 9, 7), paths:request(1, 2)
    equal(paths:poll(old), "invalid")
    equal(paths:cancel(gone), true)
    equal(paths:cancel(gone), false)
    local order = {}
    for _ = 1, 4 do paths:update(function(id) order[#order + 1] = id end) end
    equal(order[1] == high and order[2] == low and order[3] == new and #order == 3, true)
    equal(paths:stats().stale .. paths:stats().cancelled, "11")
end

tests["polled answers fill a table of the game's"] = function()
    local grid = ploy.grid{cells = {"...", "##.", "..."}, four_neighbors = true}
    local paths, into = grid:path_service(), {9, 9, 9, 9, 9, 9, 9, 9, 9}
    local request = paths:request(0, 6)
    paths:update()
    local status, nodes, cost = paths:poll(request, into)
    equal(status .. " " .. table.concat(into, " "), "found 0 1 2 5 8 7 6")
    equal(nodes, into)
    equal(cost, 6 * 2378)
    grid:block(5)
    request = paths:request(0, 6)
    paths:update()
    status, nodes = paths:poll(request, into)
    equal(status .. #nodes, "not-found0")
end

tests["a saved path service goes on bit for bit"] = function()
    local grid = ploy.grid{cells = MAP}
    grid:block(45)
    local one, two = grid:path_service{max_nodes = 6}, grid:path_service{max_nodes = 6}
    for owner = 1, 8 do one:request(owner, 99 - owner, owner) end
    one:update()
    two:load(one:save())
    local function answers(paths)
        local list = {}
        for update = 1, 60 do
            paths:update(function(_, status, nodes, cost, owner) list[#list + 1] = table.concat({update, status, #(nodes or {}), cost, owner}, " ") end)
        end
        return table.concat(list, "; ")
    end
    local rest = answers(one)
    equal(#rest > 20, true)
    equal(answers(two), rest)
    fails("load", two.load, two, "no save")
end

tests["what a path service refuses"] = function()
    local grid = ploy.grid{cells = MAP}
    local paths = grid:path_service()
    fails("a node is out of range", paths.request, paths, 0, 100)
    fails("has no field 'max_node'", grid.path_service, grid, {max_node = 3})
    fails("out of range", grid.path_service, grid, {slots = 65})
    fails("the priority is out of range", paths.request, paths, 0, 1, nil, {priority = 40000})
    fails("a request must be a number", paths.poll, paths, "x")
    paths:request(0, 1)
    fails("not today", paths.update, paths, function() error("not today") end)
    paths:request(0, 1)
    fails("not inside an update", paths.update, paths, function() paths:update() end)
    paths:update()
end

tests["a seed gives a terrain, and paths on it"] = function()
    local terrain = ploy.terrain{seed = 5, width = 8192, height = 8192}
    local positions, graph = terrain:positions(), terrain:graph()
    equal(#positions, 2 * terrain.node_count)
    equal(#terrain:elevations(), graph.node_count)
    equal(table.concat(positions, ","), table.concat(ploy.terrain{seed = 5, width = 8192, height = 8192}:positions(), ","))
    terrain:block_trees(graph)
    for node = 0, terrain.node_count - 1 do equal(graph:is_blocked(node), terrain:has_tree(node)) end
    local from, to = graph:nearest(0, 0), graph:nearest(8191, 8191)
    local path, cost = graph:find{from = from, to = to}
    local costs, edges, both = {}, terrain:edges()
    for i = 1, #edges, 3 do
        costs[edges[i] .. " " .. edges[i + 1]] = edges[i + 2]
        if both then costs[edges[i + 1] .. " " .. edges[i]] = edges[i + 2] end
    end
    local sum = 0
    for i = 2, #path do sum = sum + costs[path[i - 1] .. " " .. path[i]] end
    equal(sum, cost)
    equal(graph:distances(to)[from + 1], cost)
    equal(#terrain:triangles() % 3, 0)
    fails("spacing", ploy.terrain, {spacing = 1})
    fails("a node is out of range", terrain.has_tree, terrain, terrain.node_count)
    fails("the map is not of this terrain", terrain.block_trees, terrain, ploy.grid{cells = {"..."}})
    fails("only a graph has positions", function() ploy.grid{cells = {"..."}}:nearest(0, 0) end)
end

tests["a spatial index finds what a look at all points finds"] = function()
    local points, masks = {}, {}
    for i = 1, 200 do
        points[2 * i - 1], points[2 * i] = random(1000) / 10 - 50, random(1000) / 10 - 50
        masks[i] = 2 ^ (i % 3)
    end
    local index, into, options = ploy.spatial{cell = 5}, {}, {mask = 3}
    index:build(points, masks)
    local function distance(a, b)
        return (points[2 * a - 1] - points[2 * b - 1]) ^ 2 + (points[2 * a] - points[2 * b]) ^ 2
    end
    for i = 1, 200, 7 do
        options.without = i
        local found, count = index:find(points[2 * i - 1], points[2 * i], 12, options, into)
        equal(found, into)
        equal(count, #into)
        local seen, wanted = {}, 0
        for _, one in ipairs(into) do seen[one] = true end
        for j = 1, 200 do
            local is_near = j ~= i and masks[j] <= 2 and distance(i, j) <= 144
            wanted = wanted + (is_near and 1 or 0)
            equal(seen[j] or false, is_near, i .. " " .. j)
        end
        equal(count, wanted)
        local best
        for j = 1, 200 do
            if j ~= i and masks[j] <= 2 and (not best or distance(i, j) < distance(i, best)) then best = j end
        end
        equal(distance(i, index:nearest(points[2 * i - 1], points[2 * i], nil, options)), distance(i, best))
    end
    equal(#index:find(0, 0), 200)
    equal(#index:find(0, 0, nil, {max_count = 5, nearest_first = true}), 5)
end

tests["a cone and walls hide points, and what is no point is refused"] = function()
    local index, grid = ploy.spatial(), ploy.grid{cells = {"...", ".#.", "..."}}
    index:build{2.5, 1.5, 0.5, 0.5, 0.5, 2.5}
    equal(table.concat(index:find(0.5, 1.5, 9, {map = grid, nearest_first = true}), " "), "2 3")
    equal(table.concat(index:find(0.5, 1.5, 9, {facing_x = 1, cosine = 0.9}), " "), "1")
    fails("pairs of numbers", index.build, index, {1, 2, 3})
    fails("a position is out of range", index.build, index, {1e9, 0})
    fails("there are 1 masks for 2 points", index.build, index, {1, 2, 3, 4}, {1})
    fails("the radius is negative", index.find, index, 0, 0, -1)
    fails("a query has no field 'masks'", index.find, index, 0, 0, 1, {masks = 1})
    fails("ploy.Map expected", index.find, index, 0, 0, 1, {map = index})
    index:build{}
    equal(#index:find(0, 0), 0)
    equal(index:nearest(0, 0), nil)
end

tests["services leave no garbage behind when the tables are kept"] = function()
    local grid = ploy.grid{cells = MAP}
    local paths, index = grid:path_service(), ploy.spatial()
    local points, options, near, path = {1, 1, 2, 2, 3, 3, 8, 8}, {mask = 1}, {}, {}
    local woods = ploy.parse_file[[<ploy version="1"><domain name="w"><type name="tree" capacity="3"/><type name="place" objects="a b"/>
        <table name="spot" of="tree" type="place"/><symbol name="s" type="bool"/></domain></ploy>]]:domain()
    local function step()
        index:build(points)
        index:find(2, 2, 3, options, near)
        local request = paths:request(0, 99, 1)
        paths:update()
        paths:poll(request, path)
        local tree = woods:spawn("tree")
        woods:set_cell("spot", tree, "b")
        woods:despawn(tree)
    end
    local function run(steps)
        for _ = 1, steps do step() end
    end
    for _ = 1, 5 do run(100) end -- LuaJIT compiles what it will compile
    collectgarbage()
    collectgarbage("stop")
    run(100) -- the names of objects and statuses are interned again
    local before = collectgarbage("count")
    run(200)
    local after = collectgarbage("count")
    collectgarbage("restart")
    equal(after - before, 0, "kilobytes in 200 steps")
end

return tests
