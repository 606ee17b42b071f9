// A curve that can be dragged: points of a piecewise one, and the two handles of the others.

import { useRef } from "preact/hooks";

export interface Handle {
    x: number; // 0 … 1
    y: number;
    label: string;
    move: (x: number, y: number) => void;
}

const WIDTH = 150;
const HEIGHT = 84;
const PAD = 7;

const left = (x: number) => PAD + x * (WIDTH - 2 * PAD);
const top = (y: number) => HEIGHT - PAD - y * (HEIGHT - 2 * PAD);

export function Curve({ values, handles, label, onAdd }: { values: { x: number; y: number }[]; handles: Handle[]; label: string; onAdd?: (x: number, y: number) => void }) {
    const svg = useRef<SVGSVGElement>(null);
    const latest = useRef(handles);
    latest.current = handles;
    const place = (event: { clientX: number; clientY: number }) => {
        const box = svg.current!.getBoundingClientRect();
        const clamp = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
        return [clamp(((event.clientX - box.left) / box.width * WIDTH - PAD) / (WIDTH - 2 * PAD)), clamp((HEIGHT - PAD - (event.clientY - box.top) / box.height * HEIGHT) / (HEIGHT - 2 * PAD))] as const;
    };
    const begin = (event: PointerEvent, index: number) => {
        event.preventDefault();
        event.stopPropagation();
        const move = (now: PointerEvent) => latest.current[index]?.move(...place(now));
        const end = () => {
            window.removeEventListener("pointermove", move);
            window.removeEventListener("pointerup", end);
        };
        window.addEventListener("pointermove", move);
        window.addEventListener("pointerup", end);
    };
    const onKey = (event: KeyboardEvent, handle: Handle) => {
        const step = event.shiftKey ? 0.1 : 0.01;
        const by: Record<string, [number, number]> = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
        if (!by[event.key]) return;
        event.preventDefault();
        const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
        handle.move(round(handle.x + by[event.key][0]), round(handle.y + by[event.key][1]));
    };
    const path = values.map((one, i) => `${i === 0 ? "M" : "L"}${left(one.x).toFixed(1)} ${top(one.y).toFixed(1)}`).join("");
    return (
        <svg ref={svg} class="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="group" aria-label={label} onDblClick={(event) => onAdd?.(...place(event))}>
            <rect x={PAD} y={PAD} width={WIDTH - 2 * PAD} height={HEIGHT - 2 * PAD} class="frame" />
            <path d={path} class="line" />
            {handles.map((one, i) => (
                <circle key={i} cx={left(one.x)} cy={top(one.y)} r={5} class="grip" tabindex={0} role="slider" aria-label={one.label} aria-valuenow={one.y} aria-valuemin={0} aria-valuemax={1} aria-valuetext={`${one.x}, ${one.y}`}
                    onPointerDown={(event) => begin(event, i)} onKeyDown={(event) => onKey(event, one)} />
            ))}
        </svg>
    );
}
