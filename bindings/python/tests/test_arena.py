import unittest

try:
    import numpy
    from ploy.arena import Arena
except ImportError as error:
    numpy = None
    reason = str(error)
else:
    reason = ""


@unittest.skipIf(numpy is None, reason)
class ArenaTest(unittest.TestCase):
    def play(self, arena, seed, steps=80):
        _observations, infos = arena.reset(seed=seed)
        for agent in arena.possible_agents:
            arena.action_space(agent).seed(seed)
        for _ in range(steps):
            actions = {agent: arena.action_space(agent).sample(infos[agent]["action_mask"]) for agent in arena.agents}
            observations, rewards, terminations, truncations, infos = arena.step(actions)
            if not arena.agents:
                break
        return observations, rewards, terminations, truncations, infos

    def test_a_match_ends_after_its_time(self):
        arena = Arena(seconds=5)
        observations, rewards, terminations, truncations, infos = self.play(arena, 1)
        self.assertEqual(arena.agents, [])
        self.assertTrue(all(truncations.values()))
        self.assertEqual(arena.time, 5)
        self.assertEqual(set(observations), {"red_%d" % i for i in range(5)})
        self.assertEqual(observations["red_0"].shape, arena.observation_space("red_0").shape)
        self.assertEqual(observations["red_0"].dtype, numpy.float32)
        self.assertEqual(len(infos["red_0"]["action_mask"]), arena.action_space("red_0").n)
        with self.assertRaises(RuntimeError):
            arena.step({})

    def test_the_same_seed_and_actions_give_the_same_match(self):
        arena = Arena(mode="deathmatch", seconds=20)
        hashes = []
        for seed in (3, 4, 3):
            self.play(arena, seed)
            hashes.append(arena.hash)
        self.assertEqual(hashes[0], hashes[2])
        self.assertNotEqual(hashes[0], hashes[1])

    def test_rewards_add_up_to_the_score(self):
        arena = Arena(mode="deathmatch", red=None, blue="random", seconds=60)
        arena.reset(seed=2)
        total = 0
        hunt = [arena.actions.index(name) for name in ("GoToAmmo", "AttackShortRange", "SeekClosestEnemy")]
        values = {name: i for i, name in enumerate(arena.values)}
        while arena.agents:
            actions = {}
            for agent in arena.agents:
                seen = arena.observe(agent)
                loaded, visible = seen[values["weapon_loaded"]], seen[values["target_visible"]]
                actions[agent] = hunt[1] if loaded and visible else hunt[2] if loaded else hunt[0]
            _o, rewards, _t, _tr, _i = arena.step(actions)
            total += sum(rewards.values()) if not arena._has_teams else rewards["red_0"]
        self.assertEqual(total, arena.standing("red").score)

    def test_all_can_be_seen(self):
        arena = Arena(mode="ctf", seconds=2)
        with self.assertRaises(RuntimeError):
            Arena.step(arena, {})
        arena.reset(seed=1)
        self.assertEqual(arena.cells.shape, (256, 256))
        self.assertEqual(len(arena.bodies), 10)
        self.assertEqual(sum(thing.kind == "flag" for thing in arena.things), 2)
        self.assertEqual(arena.render(scale=2).shape, (512, 512, 3))

    def test_a_match_is_recorded_and_debugged(self):
        import os
        import socket
        import tempfile

        import ploy
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "match.rec")
            arena = Arena(seconds=30, record=path)
            arena.reset(seed=1)
            place, token = arena.attach(paused=True).split("/")
            with self.assertRaises(RuntimeError):
                arena.attach()
            arena.step({})
            self.assertEqual(arena.time, 0)
            with socket.create_connection(("127.0.0.1", int(place.split(":")[1]))) as debugger:
                debugger.sendall(("attach %s\nstep 3\nagent red_0\n" % token).encode())
                debugger.settimeout(0.05)
                said = b""
                for _ in range(400):
                    arena.step({})
                    try:
                        said += debugger.recv(65536)
                    except socket.timeout:
                        pass
                    if b'"paused"' in said and b"red_0" in said:
                        break
            self.assertEqual(round(arena.time * 60), 3)
            self.assertIn(b'"name": "red_0"', said)
            for _ in range(400):  # it goes on when the debugger has left
                arena.step({})
                if arena.time > 1:
                    break
            self.assertGreater(arena.time, 1)
            arena.close()
            with open(path, "rb") as file:
                recording = ploy.Recording(file.read())
            self.assertGreaterEqual(recording.info.ticks, 60)
            self.assertTrue(recording.info.is_closed)
            self.assertIn("red_0", recording.agents)
            with self.assertRaises(OSError):
                Arena(record="/no/such/folder/x.rec").reset()

    def test_what_is_wrong_is_an_exception(self):
        for wrong in ({"mode": "chess"}, {"blue": "chess"}, {"map": "moon"}, {"agents": 1}, {"steps_per_action": 0}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                Arena(**wrong)
        arena = Arena()
        arena.reset()
        with self.assertRaises(KeyError):
            arena.act("blue_0", 0)
        with self.assertRaises(ValueError):
            arena.act("red_0", 10000)
        arena.close()
        with self.assertRaises(RuntimeError):
            arena.reset()


if __name__ == "__main__":
    unittest.main()
