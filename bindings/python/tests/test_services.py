"""The path service, terrain and the spatial index."""
import gc
import random
import threading
import unittest

import ploy

try:
    import numpy
except ImportError:
    numpy = None

MAP = ["..........", ".####.###.", ".#......#.", ".#.####.#.", "...#..#...", ".#.#..#.#.", ".#.#....#.", ".#.######.", ".#........", "..........", ]


def refused_by_another_thread(use):
    caught = []

    def other():
        try:
            use()
        except ploy.ThreadError as error:
            caught.append(str(error))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    return caught


class PathService(unittest.TestCase):
    def test_answers_are_those_of_a_pathfinder(self):
        grid = ploy.Grid(MAP)
        paths, finder, dice = ploy.PathService(grid), ploy.PathFinder(grid), random.Random(3)
        free = [cell for cell in range(100) if MAP[cell // 10][cell % 10] == "."]
        requests = [(paths.request(a, b), a, b) for a, b in [(dice.choice(free), dice.choice(free)) for _ in range(30)]]
        self.assertEqual({request.status for request, _a, _b in requests}, {ploy.Status.IN_PROGRESS})
        self.assertEqual(paths.update(), [request for request, _a, _b in requests])
        for request, a, b in requests:
            path = finder.find(a, b)
            self.assertEqual((request.path.status, request.path.cost, request.status), (path.status, path.cost, path.status))
        self.assertEqual((paths.stats.answered, paths.stats.waiting), (30, 0))

    def test_priority_owners_limits_and_cancelling(self):
        grid = ploy.Grid(MAP)
        paths = ploy.PathService(grid, max_answers=1, share_from=-1)
        low, high, old = paths.request(0, 99), paths.request(0, 90, priority=5), paths.request(9, 90, owner=7)
        new, gone = paths.request(0, 9, owner=7), paths.request(1, 2)
        self.assertEqual(old.status, ploy.Status.CANCELLED)
        self.assertTrue(gone.cancel())
        self.assertFalse(gone.cancel())
        answered = []
        for _ in range(4):
            answered += paths.update()
        self.assertEqual(answered, [high, low, new])
        self.assertEqual((new.waited, new.owner, low.cancel()), (2, 7, False))
        self.assertEqual((paths.stats.stale, paths.stats.cancelled), (1, 1))
        self.assertEqual(paths.poll(low), ploy.Status.INVALID)

    def test_obstacles_may_change_until_the_answer(self):
        grid = ploy.Grid(["...", "##.", "..."], four_neighbors=True)
        obstacles, paths = ploy.Obstacles(grid), ploy.PathService(grid, max_nodes=2)
        request = paths.request(0, 6, obstacles=obstacles)
        paths.update()
        self.assertEqual(paths.poll(request), ploy.Status.IN_PROGRESS)
        obstacles.block(5)
        del obstacles
        gc.collect()
        while request.path is None:
            paths.update()
        self.assertEqual(request.status, ploy.Status.NOT_FOUND)

    def test_a_saved_service_goes_on_bit_for_bit(self):
        graph = ploy.Graph(60, [(i, i + 1, 2 + i % 3) for i in range(59)] + [(i, i + 7, 9) for i in range(53)], areas=[i % 2 for i in range(60)], bidirectional=True)
        walls, areas = ploy.Obstacles(graph), [(1, 3)]

        def answers(service, updates):
            return [(request.owner, request.path.cost, list(request.path.nodes), request.waited) for _ in range(updates) for request in service.update()]

        one = ploy.PathService(graph, max_nodes=20)
        for owner in range(1, 9):
            one.request(owner, 59 - owner, owner=owner, obstacles=walls if owner % 2 else None, area_costs=[1, 3] if owner % 3 else None)
        answers(one, 2)
        data = one.save([walls], areas)
        two = ploy.PathService(graph, max_nodes=20)
        dropped = two.request(0, 1)
        two.restore(data, [walls], areas)
        self.assertEqual(dropped.status, ploy.Status.CANCELLED)
        rest = answers(one, 40)
        self.assertGreater(len(rest), 3)
        self.assertEqual(answers(two, 40), rest)
        one.request(3, 4, obstacles=walls)
        with self.assertRaises(ploy.Error):
            one.save()
        for bad in (b"", data[:30], b"x" + data[1:]):
            with self.assertRaises(ploy.Error):
                two.restore(bad, [walls], areas)

    def test_wrong_nodes_maps_and_threads_are_refused(self):
        grid = ploy.Grid(MAP)
        paths, finder = ploy.PathService(grid), ploy.PathFinder(grid)
        with self.assertRaises(IndexError):
            paths.request(0, 100)
        with self.assertRaises(ValueError):
            paths.request(0, 1, obstacles=ploy.Obstacles(ploy.Grid(["..."])))
        with self.assertRaises(ValueError):
            ploy.PathService(grid, slots=65)
        with self.assertRaises(OverflowError):
            paths.request(0, 1, priority=1 << 20)
        self.assertIn("the path service belongs to another thread", refused_by_another_thread(paths.update)[0])
        self.assertIn("the pathfinder belongs to another thread", refused_by_another_thread(lambda: finder.find(0, 1))[0])


class Terrain(unittest.TestCase):
    def test_a_seed_gives_the_same_terrain_and_paths_on_it(self):
        terrain = ploy.Terrain(seed=5, width=8192, height=8192)
        again = ploy.Terrain(seed=5, width=8192, height=8192)
        self.assertEqual([tuple(point) for point in terrain.positions], [tuple(point) for point in again.positions])
        self.assertGreater(len(terrain), 20)
        self.assertEqual((len(terrain.elevations), len(terrain.positions)), (len(terrain), len(terrain)))
        graph, trees = terrain.graph(), [node for node in range(len(terrain)) if terrain.has_tree(node)]
        obstacles = ploy.Obstacles(graph)
        terrain.block_trees(obstacles)
        self.assertEqual([node for node in range(len(terrain)) if node in obstacles], trees)
        start, end = graph.nearest((0, 0), obstacles), graph.nearest((8191, 8191), obstacles)
        path = ploy.PathFinder(graph).find(start, end, obstacles=obstacles)
        self.assertTrue(path)
        self.assertFalse(set(map(int, path.nodes)) & set(trees))
        costs = {}
        for source, to, cost in (tuple(map(int, edge)) for edge in terrain.edges):
            costs[source, to] = cost
            if terrain.is_bidirectional:
                costs[to, source] = cost
        nodes = list(map(int, path.nodes))
        self.assertEqual(sum(costs[step] for step in zip(nodes, nodes[1:])), path.cost)
        self.assertEqual(graph.nearest(tuple(map(int, terrain.positions[7]))), 7)

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_arrays_show_the_memory_of_the_terrain_and_keep_it_alive(self):
        positions = ploy.Terrain(width=8192, height=8192).positions
        again = positions.copy()
        gc.collect()
        for _ in range(20):
            ploy.Terrain(width=8192, height=8192, seed=9)
        self.assertTrue((positions == again).all())
        self.assertEqual((positions.dtype, positions.shape[1]), (numpy.int32, 2))
        triangles = ploy.Terrain(width=8192, height=8192).triangles
        self.assertEqual((triangles.dtype, triangles.shape[1]), (numpy.uint32, 3))
        with self.assertRaises(ValueError):
            positions[0] = 0

    def test_a_terrain_that_cannot_be_is_refused(self):
        with self.assertRaisesRegex(ploy.Error, "spacing"):
            ploy.Terrain(spacing=1)
        terrain = ploy.Terrain(width=4096, height=4096)
        with self.assertRaises(IndexError):
            terrain.has_tree(len(terrain))
        with self.assertRaises(ValueError):
            terrain.block_trees(ploy.Obstacles(ploy.Grid(["..."])))


class SpatialIndex(unittest.TestCase):
    def setUp(self):
        dice = random.Random(11)
        self.points = [(dice.randrange(-50000, 50000), dice.randrange(-50000, 50000)) for _ in range(400)]
        self.masks = [1 << i % 3 for i in range(400)]
        self.index = ploy.SpatialIndex()
        self.index.build(self.points, self.masks)

    def near(self, at, radius, mask, without=None):
        x, y = at
        return {i for i, (px, py) in enumerate(self.points) if (px - x) ** 2 + (py - y) ** 2 <= radius ** 2 and self.masks[i] & mask and i != without}

    def test_it_finds_what_a_look_at_all_points_finds(self):
        for i in range(0, 400, 7):
            self.assertEqual(set(map(int, self.index.find(self.points[i], 12000, mask=3, without=i))), self.near(self.points[i], 12000, 3, i))
        self.assertEqual(len(self.index.find((0, 0))), 400)
        self.assertEqual(len(self.index.find((0, 0), max_count=5)), 5)

    def test_the_nearest_comes_first(self):
        def distance(i):
            return (self.points[i][0] ** 2 + self.points[i][1] ** 2, i)

        order = sorted(self.near((0, 0), 30000, 7), key=distance)
        self.assertEqual(list(map(int, self.index.find((0, 0), 30000, nearest_first=True))), order)
        self.assertEqual(self.index.nearest((0, 0)), order[0])
        self.assertIsNone(self.index.nearest((0, 0), 1000, mask=8))

    def test_a_cone_and_walls_hide_points(self):
        index, grid = ploy.SpatialIndex(), ploy.Grid(["...", ".#.", "..."])
        index.build([(2500, 1500), (500, 500), (500, 2500)])
        self.assertEqual(sorted(index.find((500, 1500), 9000, grid=grid)), [1, 2])
        self.assertEqual(list(index.find((500, 1500), 9000, facing=(1, 0), cosine=0.9)), [0])

    def test_many_circles_in_one_call(self):
        found, counts = self.index.find_all(self.points, 9000, leave_out_self=True, max_count=400)
        for i in range(400):
            self.assertEqual(set(map(int, found[i][:counts[i]])), self.near(self.points[i], 9000, 7, i))

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_arrays_go_in_and_out(self):
        index = ploy.SpatialIndex()
        index.build(numpy.array(self.points, numpy.int32), numpy.array(self.masks, numpy.uint32))
        found = index.find(self.points[0], 20000)
        self.assertEqual((found.dtype, set(map(int, found))), (numpy.uint32, self.near(self.points[0], 20000, 7)))
        found, counts = index.find_all(numpy.array(self.points), 9000, max_count=8)
        self.assertEqual((found.shape, counts.shape), ((400, 8), (400,)))

    def test_what_is_no_point_is_refused(self):
        for kind, use in ((ValueError, lambda: self.index.build([(1 << 31, 0)])), (ValueError, lambda: self.index.build([(0, 0)], [1, 2])),
                          (ValueError, lambda: self.index.find((0, 0), -1)), (ValueError, lambda: self.index.build([(0, 0)], -1)),
                          (ValueError, lambda: self.index.find((0, 0), obstacles=ploy.Obstacles(ploy.Grid(["..."]))))):
            with self.assertRaises(kind):
                use()
        self.index.build([])
        self.assertEqual((len(self.index), len(self.index.find((0, 0)))), (0, 0))
        self.assertIn("the spatial index belongs to another thread", refused_by_another_thread(lambda: self.index.nearest((0, 0)))[0])


if __name__ == "__main__":
    unittest.main()
