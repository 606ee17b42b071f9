// A small text beside the pointer.

export interface TipAt {
    x: number;
    y: number;
    lines: string[];
}

export function Tip({ at }: { at: TipAt | null }) {
    if (!at || at.lines.length === 0) return null;
    return (
        <div class="tip" role="tooltip" style={{ left: `${at.x + 12}px`, top: `${at.y + 14}px` }}>
            {at.lines.map((line, i) => (i === 0 ? <b>{line}</b> : <span>{line}</span>))}
        </div>
    );
}
