// A row of tabs; arrows walk along it.

interface Props {
    name: string;
    tabs: { id: string; title: string }[];
    chosen: string;
    choose: (id: string) => void;
}

export function Tabs({ name, tabs, chosen, choose }: Props) {
    const walk = (event: KeyboardEvent) => {
        const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (way === 0) return;
        const at = tabs.findIndex(({ id }) => id === chosen);
        const next = tabs[(at + way + tabs.length) % tabs.length];
        choose(next.id);
        document.getElementById(`${name}-tab-${next.id}`)?.focus();
        event.preventDefault();
    };
    return (
        <div role="tablist" aria-label={name} onKeyDown={walk}>
            {tabs.map(({ id, title }) => (
                <button role="tab" id={`${name}-tab-${id}`} aria-selected={id === chosen} aria-controls={`${name}-panel`} tabIndex={id === chosen ? 0 : -1} onClick={() => choose(id)}>
                    {title}
                </button>
            ))}
        </div>
    );
}
