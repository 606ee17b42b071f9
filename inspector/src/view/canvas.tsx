// A canvas that fills its place. It is drawn again in the next frame when the part of the view that it depends on changes.

import { useEffect, useRef } from "preact/hooks";
import { type View, listen, view } from "./view";

export interface Drawing {
    context: CanvasRenderingContext2D;
    width: number;
    height: number;
}

interface Props {
    draw: (drawing: Drawing) => void;
    depends: (view: View) => unknown[];
    label: string;
    id: string;
    on?: Record<string, unknown>;
}

export function Canvas({ draw, depends, label, id, on }: Props) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const latest = useRef(draw);
    latest.current = draw;
    useEffect(() => {
        const element = canvas.current!;
        let waiting = false;
        let shown = "";
        const paint = () => {
            waiting = false;
            shown = depends(view()).join();
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
        const request = () => {
            if (waiting) return;
            waiting = true;
            requestAnimationFrame(paint);
        };
        request();
        const size = new ResizeObserver(request);
        size.observe(element);
        element.addEventListener("draw", request);
        const stop = listen((next) => {
            const wanted = depends(next).join();
            if (wanted !== shown) request();
        });
        return () => {
            stop();
            size.disconnect();
        };
    }, []);
    const named = label === "" ? { "aria-hidden": true } : { role: "img" as const, "aria-label": label };
    return <canvas ref={canvas} id={id} {...named} {...on} />;
}
