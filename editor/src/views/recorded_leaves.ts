// The game's own leaves, from a recording of the game: the activities that ran in it.

import { openLocal } from "../files/local";
import { program, say, store } from "../page/workshop";

export async function addRecordedLeaves(): Promise<void> {
    for (const { name, bytes } of await openLocal(".rec")) {
        const answer = await program().run("export", ["export", "game.rec", "--events", "activity-started"], new Map([["game.rec", bytes]]));
        if (!answer) continue;
        const found = new Set<string>();
        for (const match of answer.out.matchAll(/"activity": "((?:[^"\\]|\\.)*)"/g)) found.add(JSON.parse(`"${match[1]}"`) as string);
        if (found.size === 0) say(answer.status === 2 ? `${name}: ${answer.error}` : `${name}: no activity ran in it`);
        else {
            const old = store.value.leaves.filter((one) => !found.has(one.name));
            store.change({ leaves: [...old, ...[...found].map((leaf) => ({ name: leaf, kind: `of ${name}`, ports: [] }))] });
            say(`${name}: ${found.size} leaves.`);
        }
    }
}
