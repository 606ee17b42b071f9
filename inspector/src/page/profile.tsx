// Where the time of the game's world went, and the ticks and agents that took longest.

import { useMemo } from "preact/hooks";
import type { Model } from "../recording/model";
import { type ProfileRow, readProfile, type SlowTick, slowestAgents, slowestTicks } from "../recording/profile";
import { goTo } from "../view/clock";
import { time } from "../view/numbers";
import { change, useView } from "../view/view";

const MAX_ROWS = 10;

const milliseconds = (ns: number) => (ns / 1e6).toFixed(ns < 1e7 ? 3 : 1);

function Rows({ title, rows, all, each }: { title: string; rows: ProfileRow[]; all: number; each: string }) {
    if (rows.length === 0) return null;
    return (
        <table class="statistics">
            <caption>{title}</caption>
            <thead>
                <tr><th>name</th><th class="number">ms</th><th class="number">share</th><th class="number">{each}</th><th class="number">µs each</th></tr>
            </thead>
            <tbody>
                {rows.map(({ name, calls, time: ns }) => (
                    <tr>
                        <td>{name}</td>
                        <td class="number">{milliseconds(ns)}</td>
                        <td class="number">{all > 0 ? ((100 * ns) / all).toFixed(1) : 0} %</td>
                        <td class="number">{calls}</td>
                        <td class="number">{calls > 0 ? (ns / calls / 1000).toFixed(2) : ""}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Slowest({ model, title, rows, isOfAgent }: { model: Model; title: string; rows: SlowTick[]; isOfAgent: boolean }) {
    const show = ({ tick, agent }: SlowTick) => {
        if (agent > 0) change({ agent });
        goTo(model, tick);
    };
    if (rows.length === 0) return null;
    return (
        <table class="statistics">
            <caption>{title}</caption>
            <thead>
                <tr><th>when</th><th class="number">ms</th><th>{isOfAgent ? "agent" : "slowest agent"}</th></tr>
            </thead>
            <tbody>
                {rows.map((row) => (
                    <tr>
                        <td><button type="button" onClick={() => show(row)}>{time(model.seconds(row.tick))}, tick {row.tick}</button></td>
                        <td class="number">{milliseconds(isOfAgent ? row.agentTime : row.time)}</td>
                        <td>{row.agent > 0 ? model.names.agent(row.agent, row.tick) : ""}{!isOfAgent && row.agent > 0 ? `, ${milliseconds(row.agentTime)} ms` : ""}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function Profile({ model }: { model: Model }) {
    const grown = useView((v) => v.grown);
    const made = useMemo(() => ({
        profile: readProfile(model.recording), ticks: slowestTicks(model.recording, MAX_ROWS), agents: slowestAgents(model.recording, MAX_ROWS),
    }), [grown]);
    const { profile, ticks, agents } = made;
    if (!profile) return <p class="nothing">The recording has no times.</p>;
    return (
        <div id="profile">
            <p>
                {profile.ticks} ticks of the world took {milliseconds(profile.time)} ms, {(profile.time / Math.max(1, profile.ticks) / 1000).toFixed(1)} µs each.{" "}
                <small>Times of minds, sensors and activities are those of all threads together.</small>
            </p>
            <Rows title="Phases of a tick" rows={profile.phases} all={profile.time} each="ticks" />
            <Rows title="Minds" rows={profile.minds} all={profile.time} each="calls" />
            <Rows title="Sensors" rows={profile.sensors} all={profile.time} each="calls" />
            <Rows title="Activities" rows={profile.activities} all={profile.time} each="calls" />
            <Slowest model={model} title="Ticks that took longest" rows={ticks} isOfAgent={false} />
            <Slowest model={model} title="Agents that took longest" rows={agents} isOfAgent />
        </div>
    );
}
