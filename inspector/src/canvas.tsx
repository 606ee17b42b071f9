// A canvas as large as its place, drawn again in the next frame when the view changes, and only then.

import { useEffect, useRef } from "preact/hooks";
import { listen } from "./view";

export interface Drawing {
    context: CanvasRenderingContext2D;
    width: number;
    height: number;
}

interface Props {
    draw: (drawing: Drawing) => void;
    label: string;
    id: string;
    on?: Record<string, unknown>;
}

export function Canvas({ draw, label, id, on }: Props) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const latest = useRef(draw);
    latest.current = draw;
    useEffect(() => {
        const element = canvas.current!;
        let waiting = false;
        const paint = () => {
            waiting = false;
            const ratio = devicePixelRatio || 1;
            const width = element.clientWidth;
            const height = element.clientHeight;
            if (element.width !== Math.round(width * ratio)) element.width = Math.round(width * ratio);
            if (element.height !== Math.round(height * ratio)) element.height = Math.round(height * ratio);
            const context = element.getContext("2d")!;
            context.setTransform(ratio, 0, 0, ratio, 0, 0);
            context.clearRect(0, 0, width, height);
            latest.current({ context, width, height });
        };
        const ask = () => {
            if (waiting) return;
            waiting = true;
            requestAnimationFrame(paint);
        };
        ask();
        const size = new ResizeObserver(ask);
        size.observe(element);
        element.addEventListener("draw", ask);
        const stop = listen(ask);
        return () => {
            stop();
            size.disconnect();
        };
    }, []);
    return <canvas ref={canvas} id={id} role="img" aria-label={label} {...on} />;
}
