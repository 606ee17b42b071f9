// Dragging with mouse, pen or finger: from a palette or from a graph to a place in a graph.

export interface Place {
    parent: number[]; // the path of an element
    index: number; // among its children
    mark: { x: number; y: number; width: number; height: number }; // where it is drawn, in the graph
}

export interface Dragged {
    name: string; // of the element
    block: string | null; // the text of a new one
    path: number[] | null; // of one that is moved
    label: string;
}

type Target = { find: (dragged: Dragged, x: number, y: number) => Place | null; show: (place: Place | null) => void; drop: (dragged: Dragged, place: Place) => void };

const targets = new Map<HTMLElement, Target>();

export function addTarget(element: HTMLElement, target: Target): () => void {
    targets.set(element, target);
    return () => targets.delete(element);
}

const FAR = 5; // pixels before a press is a drag

function placeAt(dragged: Dragged, event: PointerEvent): { target: Target; place: Place } | null {
    for (const [element, target] of targets) {
        const box = element.getBoundingClientRect();
        const isOver = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
        const place = isOver ? target.find(dragged, event.clientX - box.left + element.scrollLeft, event.clientY - box.top + element.scrollTop) : null;
        if (place) return { target, place };
    }
    return null;
}

export function beginDrag(event: PointerEvent, dragged: Dragged): void {
    if (event.button !== 0) return;
    let ghost: HTMLElement | null = null;
    const clear = () => {
        for (const target of targets.values()) target.show(null);
        ghost?.remove();
        window.removeEventListener("pointermove", move);
        window.removeEventListener("pointerup", end);
        window.removeEventListener("pointercancel", clear);
        window.removeEventListener("keydown", cancel);
    };
    const move = (now: PointerEvent) => {
        if (!ghost && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < FAR) return;
        if (!ghost) {
            ghost = document.createElement("div");
            ghost.className = "ghost";
            ghost.textContent = dragged.label;
            document.body.append(ghost);
        }
        ghost.style.transform = `translate(${now.clientX + 12}px, ${now.clientY + 12}px)`;
        const found = placeAt(dragged, now);
        for (const target of targets.values()) target.show(target === found?.target ? found.place : null);
    };
    const end = (now: PointerEvent) => {
        const found = ghost ? placeAt(dragged, now) : null;
        clear();
        if (found) found.target.drop(dragged, found.place);
    };
    const cancel = (key: KeyboardEvent) => {
        if (key.key === "Escape") clear();
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", clear);
    window.addEventListener("keydown", cancel);
}
