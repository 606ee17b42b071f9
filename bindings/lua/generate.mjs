// Writes the low level of the Lua binding from bindings/interface.json:
//   src/generated.c, src/generated.h   every struct and enum of the interface as tables, which fields.c reads
//   types/generated.lua                the same for editors: annotations that the Lua language server reads
//
//   node bindings/lua/generate.mjs [--check]

import {readFileSync, writeFileSync} from 'node:fs';

const root = new URL('../../', import.meta.url);
const api = JSON.parse(readFileSync(new URL('bindings/interface.json', root), 'utf8'));
const enums = new Map(api.enums.filter(e => e.name).map(e => [e.name, e]));
const structs = new Map(api.structs.map(s => [s.name, s]));
const callbacks = new Map(api.callbacks.map(c => [c.name, c]));

// Units that the text beside a field does not say, and fields whose unit depends on another field.
const units = {
    'ploy_plan_options.repeat_cost': 'FIXED', 'ploy_order.issued': 'SECONDS', 'ploy_order.deadline': 'SECONDS',
    'ploy_squad_task_info.begun': 'SECONDS', 'ploy_plan.cost': 'FIXED', 'ploy_explanation.cost': 'FIXED',
    'ploy_without.extra_cost': 'FIXED', 'ploy_why_not.extra_cost': 'FIXED',
    'ploy_symbol_def.min': 'BY_HAND', 'ploy_symbol_def.max': 'BY_HAND', 'ploy_symbol_def.step': 'BY_HAND',
    'ploy_symbol_info.min': 'BY_HAND', 'ploy_symbol_info.max': 'BY_HAND', 'ploy_symbol_info.step': 'BY_HAND',
    'ploy_terrain_def.descent_cost': 'FIXED',
    'ploy_table_def.min': 'BY_HAND', 'ploy_table_def.max': 'BY_HAND', 'ploy_table_def.initial': 'BY_HAND',
    'ploy_key_def.initial': 'BY_HAND', 'ploy_agent_def.user': 'BY_HAND', 'ploy_grid_def.cells': 'BY_HAND',
};
// What a table in Lua cannot give: the library's own parts, and lengths that come with a list.
const hidden = /^(allocator|user|context|score_user|event_user|tasks|parts|data|mind_data|run)$/;

const numbers = {
    uint8_t: 'U8', uint16_t: 'U16', uint32_t: 'U32', uint64_t: 'U64', int32_t: 'I32', int64_t: 'I64', int: 'I32',
    size_t: 'SIZE', bool: 'BOOL', ploy_value: 'I64',
};

// The names of an enum's values without what they have in common: PLOY_VALUE_BOOL is "bool".
function valueNames(e) {
    const last = e.values.at(-1).name;
    const isNumber = /^PLOY_([A-Z_]+_)?COUNT$/.test(last) && last !== 'PLOY_INPUT_FACT_COUNT'; // how many there are
    const values = isNumber ? e.values.slice(0, -1) : e.values;
    const names = values.map(v => v.name);
    if (values.some((v, i) => v.value !== i)) throw new Error(`${e.name} does not count from 0`);
    const own = e.name.toUpperCase() + '_';
    let prefix = names.every(n => n.startsWith(own)) ? own : names[0].slice(0, names[0].lastIndexOf('_') + 1);
    while (prefix && !names.every(n => n.startsWith(prefix))) prefix = prefix.slice(0, prefix.lastIndexOf('_', prefix.length - 2) + 1);
    return names.map(n => n.slice(prefix.length).toLowerCase().replaceAll('_', '-'));
}

function unit(struct, field) {
    const key = `${struct.name}.${field.name}`;
    if (units[key]) return units[key];
    const doc = field.doc ?? '';
    const isWide = /^(u?int(32|64)_t)$/.test(field.type);
    if (field.type === 'int64_t' && /microseconds/i.test(doc)) return 'SECONDS';
    if (isWide && /fixed point \(1\/1000\)/.test(doc)) return 'FIXED';
    return null;
}

// What fields.c makes of a field, or null for what Lua does not see.
function describe(struct, field) {
    if (hidden.test(field.name) && !units[`${struct.name}.${field.name}`]) return null;
    const array = field.type.match(/^(.*)\[(\d+)\]$/);
    const type = array ? array[1] : field.type;
    const count = array ? Number(array[2]) : 0;
    const counter = array && [`${field.name}_count`, `${field.name.replace(/s$/, '')}_count`]
        .find(n => struct.fields.some(f => f.name === n));
    const of = (kind, about = 'NULL') => ({name: field.name, kind, about, count, counter, element: type, doc: field.doc});
    const byUnit = unit(struct, field);
    if (byUnit === 'BY_HAND') return of('BY_HAND');
    if (byUnit === 'SECONDS') return of('SECONDS');
    if (byUnit === 'FIXED') return of(/64/.test(type) ? 'FIXED64' : 'FIXED32');
    if (type === 'char' && array) return of('CHARS'); // all of it is one text
    if (type === 'const char*') return of('STRING');
    if (numbers[type]) return of(numbers[type]);
    if (enums.has(type)) return of('ENUM', `&pl_lua_enum_${type}`);
    if (structs.has(type)) return of('STRUCT', `&pl_lua_struct_${type}`);
    if (callbacks.has(type.replace(/\*$/, ''))) return of('CALLBACK');
    return of('BY_HAND'); // a pointer: the native layer reads it
}

const isCounter = (struct, field) => /_count$/.test(field.name) &&
    struct.fields.some(f => /\[\d+\]$/.test(f.type) && [`${f.name}_count`, `${f.name.replace(/s$/, '')}_count`].includes(field.name));

const notice = 'Made by bindings/lua/generate.mjs from bindings/interface.json: change those.';

function makeHeader() {
    let text = `// ${notice}\n\n#ifndef PL_LUA_GENERATED_H\n#define PL_LUA_GENERATED_H\n\n#include "fields.h"\n\n`;
    for (const name of enums.keys()) text += `extern const pl_lua_enum pl_lua_enum_${name};\n`;
    for (const name of structs.keys()) text += `extern const pl_lua_struct pl_lua_struct_${name};\n`;
    return text + '\n#endif\n';
}

function makeSource() {
    let text = `// ${notice}\n\n#include "generated.h"\n#include <ploy/io.h>\n#include <ploy/movingai.h>\n#include <ploy/pddl.h>\n#include <ploy/ploy.h>\n\n`;
    for (const e of enums.values()) {
        const names = valueNames(e);
        text += `static const char* const ${e.name}_names[] = {${names.map(n => `"${n}"`).join(', ')}};\n`;
        text += `const pl_lua_enum pl_lua_enum_${e.name} = {"${e.name}", ${e.name}_names, ${names.length}};\n\n`;
    }
    for (const s of structs.values()) {
        const fields = s.fields.filter(f => !isCounter(s, f)).map(f => describe(s, f)).filter(Boolean);
        if (fields.length) {
            text += `static const pl_lua_field ${s.name}_fields[] = {\n`;
            for (const f of fields) {
                const counter = f.counter ? `offsetof(${s.name}, ${f.counter})` : 'PL_LUA_NO_COUNTER';
                text += `    {"${f.name}", PL_LUA_${f.kind}, offsetof(${s.name}, ${f.name}), sizeof(((${s.name}*)0)->${f.name}${f.count ? '[0]' : ''}), ${f.count}, ${counter}, ${f.about}},\n`;
            }
            text += '};\n';
        }
        text += `const pl_lua_struct pl_lua_struct_${s.name} = {"${s.name.replace(/^ploy_/, '')}", ${fields.length ? `${s.name}_fields` : 'NULL'}, ${fields.length}};\n\n`;
    }
    return text.trimEnd() + '\n';
}

const luaName = name => name.replace(/^ploy_/, 'ploy.');
const oneLine = doc => (doc ?? '').replace(/\s+/g, ' ').trim();

function luaType(f) {
    const base = {
        STRING: 'string', CHARS: 'string', BOOL: 'boolean', SECONDS: 'number', FIXED32: 'number', FIXED64: 'number',
        CALLBACK: 'function', BY_HAND: 'any',
    }[f.kind] ?? (f.kind === 'ENUM' || f.kind === 'STRUCT' ? luaName(f.element) : 'integer');
    return f.count && f.kind !== 'CHARS' ? `${base}[]` : base;
}

function unitNote(f) {
    return f.kind === 'SECONDS' ? ' (seconds here)' : /^FIXED/.test(f.kind) ? ' (the number itself here)' : '';
}

function makeTypes() {
    let text = `---@meta\n-- ${notice}\n-- Times are seconds, and costs, priorities and decimals the numbers themselves, although the texts are those of C.\n\n`;
    for (const e of enums.values()) {
        if (e.doc) text += `--- ${oneLine(e.doc)}\n`;
        text += `---@alias ${luaName(e.name)}\n`;
        valueNames(e).forEach((name, i) => {
            text += `---| '"${name}"'${e.values[i].doc ? ` # ${oneLine(e.values[i].doc)}` : ''}\n`;
        });
        text += '\n';
    }
    for (const s of structs.values()) {
        if (!/_def$|_info$|_stats$|_query$|^ploy_(order|error|plan_options|param|fact_attribute|graph_edge|limits)$/.test(s.name)) continue;
        if (s.doc) text += `--- ${oneLine(s.doc)}\n`;
        text += `---@class ${luaName(s.name)}\n`;
        for (const f of s.fields.filter(f => !isCounter(s, f)).map(f => describe(s, f)).filter(Boolean))
            text += `---@field ${f.name}? ${luaType(f)}${f.doc ? ` ${oneLine(f.doc)}${unitNote(f)}` : ''}\n`;
        text += '\n';
    }
    return text.trimEnd() + '\n';
}

const isCheck = process.argv.includes('--check');
let bad = false;
for (const [path, text] of [['src/generated.h', makeHeader()], ['src/generated.c', makeSource()], ['types/generated.lua', makeTypes()]]) {
    const file = new URL(path, import.meta.url);
    let old = '';
    try { old = readFileSync(file, 'utf8'); } catch { /* not there yet */ }
    if (old === text) continue;
    if (isCheck) {
        console.error(`bindings/lua/${path} is out of date`);
        bad = true;
    } else writeFileSync(file, text);
}
process.exit(bad ? 1 : 0);
