// Numbers for people.

/// Thousandths: 1500 is "1.5".
export function decimal(thousandths: number): string {
    return String(Math.round(thousandths) / 1000);
}

export function time(seconds: number): string {
    const minutes = Math.floor(seconds / 60);
    const rest = seconds - 60 * minutes;
    return `${minutes}:${rest.toFixed(1).padStart(4, "0")}`;
}

export function plural(count: number, one: string, many = one + "s"): string {
    return `${count} ${count === 1 ? one : many}`;
}
