// Numbers for display.

/// Fixed point (1/1000): 1500 is "1.5".
export function decimal(fixed: number): string {
    return String(Math.round(fixed) / 1000);
}

export function time(seconds: number): string {
    const minutes = Math.floor(seconds / 60);
    const rest = seconds - 60 * minutes;
    return `${minutes}:${rest.toFixed(1).padStart(4, "0")}`;
}

export function plural(count: number, one: string, many = one + "s"): string {
    return `${count} ${count === 1 ? one : many}`;
}
