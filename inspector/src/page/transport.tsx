// Playback: play, pause, speed, position.

import { goTo, SPEEDS } from "../view/clock";
import { KEYS } from "../view/keys";
import type { Model } from "../recording/model";
import { time } from "../view/numbers";
import { change, useView } from "../view/view";

export function Transport({ model }: { model: Model }) {
    const tick = useView((v) => v.tick);
    const speed = useView((v) => v.speed);
    const isPlaying = useView((v) => v.isPlaying);
    const isLive = useView((v) => v.isLive);
    const isFollowing = useView((v) => v.isFollowing);
    useView((v) => v.grown);
    const ticks = model.recording.ticks;
    const real = 1e6 / model.tickTime;
    const factor = speed / real;
    const speeds = SPEEDS.includes(factor) ? SPEEDS : [...SPEEDS, factor].sort((a, b) => a - b);
    return (
        <div id="transport" role="group" aria-label="Playback">
            <button onClick={() => goTo(model, 0)} aria-label="First tick">|◀</button>
            <button id="play" onClick={() => change({ isPlaying: !isPlaying })} aria-label={isPlaying ? "Pause" : "Play"}>{isPlaying ? "❚❚" : "▶"}</button>
            <button onClick={() => goTo(model, ticks - 1)} aria-label="Last tick">▶|</button>
            <select id="speed" aria-label="Speed" value={factor} onChange={(event) => change({ speed: Number(event.currentTarget.value) * real })}>
                {speeds.map((by) => <option value={by}>{Math.round(by * 1000) / 1000}×</option>)}
            </select>
            <input id="scrub" type="range" min="0" max={Math.max(0, ticks - 1)} value={tick} aria-label="Tick" aria-valuetext={`tick ${tick}, ${time(model.seconds(tick))}`} onInput={(event) => goTo(model, Number(event.currentTarget.value))} />
            <output id="where">{time(model.seconds(tick))} <small>tick {tick} of {ticks}</small></output>
            {isLive && <button id="follow" aria-pressed={isFollowing} onClick={() => change({ isFollowing: !isFollowing })}>Live</button>}
            <details>
                <summary>Keys</summary>
                <dl>{KEYS.map(([key, what]) => [<dt>{key}</dt>, <dd>{what}</dd>])}</dl>
            </details>
        </div>
    );
}
