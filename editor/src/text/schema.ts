// The schema of files (schema/ploy.rng), as build.mjs has read it.

import { type Element, pathOf } from "./xml";

export interface AttributeRule {
    about: string;
    required: boolean;
    values: string[];
}

export interface ElementRule {
    names: string[];
    about: string;
    attributes: Record<string, AttributeRule>;
    children: number[];
    text: boolean;
    open: boolean; // other attributes and children are allowed
}

declare const SCHEMA: { roots: number[]; elements: ElementRule[] };

export const rules = (): typeof SCHEMA => SCHEMA;

function among(numbers: number[], name: string): ElementRule | null {
    for (const number of numbers) if (SCHEMA.elements[number].names.includes(name)) return SCHEMA.elements[number];
    return null;
}

export function ruleOf(element: Element): ElementRule | null {
    const up = element.parent ? ruleOf(element.parent) : null;
    return among(element.parent ? (up?.children ?? []) : SCHEMA.roots, element.name);
}

export function childRules(element: Element): ElementRule[] {
    return (ruleOf(element)?.children ?? []).map((number) => SCHEMA.elements[number]);
}

export function childRule(element: Element, name: string): ElementRule | null {
    return among(ruleOf(element)?.children ?? [], name);
}

export function isInTree(element: Element): boolean {
    for (let one: Element | null = element; one; one = one.parent) if (one.name === "BehaviorTree") return pathOf(element).length > 1;
    return false;
}
