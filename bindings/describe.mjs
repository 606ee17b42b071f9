#!/usr/bin/env node
// The interface of the library as data: reads the public headers with clang and writes interface.json, from which the
// low level of every binding is generated. README.md describes the format.
//
//   node bindings/describe.mjs            writes bindings/interface.json
//   node bindings/describe.mjs --check    fails if it is out of date
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync, mkdtempSync, rmSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const include = join(here, '..', 'include');
const target = join(here, 'interface.json');

/** Parameters through which a function takes over what it is given: what no type in C says. */
const takes = { ploy_world_add_mind: { mind: 'ploy_world' } };

const roots = ['ploy/ploy.h', 'ploy/io.h', 'ploy/movingai.h', 'ploy/pddl.h'];

function readTree() {
    const folder = mkdtempSync(join(tmpdir(), 'ploy-describe-'));
    try {
        const source = join(folder, 'all.c');
        writeFileSync(source, roots.map((header) => `#include <${header}>\n`).join(''));
        return JSON.parse(execFileSync('clang', ['-std=c11', `-I${include}`, '-fsyntax-only', '-Xclang', '-ast-dump=json', source],
            { maxBuffer: 1 << 28, encoding: 'utf8' }));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** clang names a file only where it differs from the one before: fills it in everywhere, in the order of the dump. */
function fillFiles(tree) {
    let file = '';
    const visit = (node) => {
        if (node === null || typeof node !== 'object') return;
        if (typeof node.file === 'string') file = node.file;
        else if (typeof node.offset === 'number') node.file = file;
        for (const [key, value] of Object.entries(node)) {
            if (key === 'includedFrom') continue;
            if (Array.isArray(value)) value.forEach(visit);
            else visit(value);
        }
    };
    visit(tree);
}

const sources = new Map();
function sourceOf(file) {
    if (!sources.has(file)) sources.set(file, readFileSync(file));
    return sources.get(file);
}

/** The text of `///` comments: lines joined, paragraphs apart, indented lines (programs) kept as they are. */
function plainText(comment) {
    const lines = comment.split('\n').map((line) => line.replace(/^\s*\/{0,3}<? ?/, '').trimEnd());
    let text = '';
    for (const line of lines) {
        const isApart = text === '' || line === '' || /^\s/.test(line) || /(^|\n)( .*)?$/.test(text);
        text += (text === '' ? '' : isApart ? '\n' : ' ') + line;
    }
    return text.trim();
}

function docOf(node) {
    const comment = node.inner?.find((part) => part.kind === 'FullComment');
    if (!comment) return '';
    const { begin, end } = comment.range;
    const bytes = sourceOf(begin.file).subarray(begin.offset, end.offset + Math.max(end.tokLen, 1));
    return plainText(bytes.toString('utf8').split('\n').map((line, i) => (i === 0 ? line.replace(/^<? ?/, '') : line)).join('\n'));
}

function placeOf(node) {
    const loc = node.loc.expansionLoc ?? node.loc;
    return loc.file ?? '';
}

function headerOf(node) {
    const file = placeOf(node);
    return file.startsWith(include) ? 'ploy/' + basename(file) : '';
}

/** "const struct ploy_agent *" becomes "const ploy_agent*". */
function plainType(type) {
    return type.replace(/\b(struct|union|enum) /g, '').replace(/\b_Bool\b/g, 'bool').replace(/\s*\*\s*/g, '*').replace(/\*const\b/g, '* const')
        .replace(/\s*\[/g, '[').trim();
}

const described = { constants: [], aliases: [], enums: [], handles: [], structs: [], callbacks: [], functions: [] };
const headers = new Map();

/** "R (A, B)" with parameter names where the tree has them; clang names none of a function pointer's in its type. */
function splitFunctionType(type, names) {
    const open = type.indexOf('(');
    const list = type.slice(open + 1, type.lastIndexOf(')'));
    const types = list === 'void' || list === '' ? [] : list.split(/,\s*/);
    return { returns: plainType(type.slice(0, open)), params: types.map((each, i) => ({ name: names[i] || `arg${i}`, type: plainType(each) })) };
}

/** The names of the parameters of a function pointer or function type, from the text of its declaration. */
function parameterNames(node) {
    const { begin, end } = node.range;
    const from = begin.expansionLoc ?? begin, to = end.expansionLoc ?? end;
    const text = sourceOf(from.file).subarray(from.offset, to.offset + to.tokLen + 1).toString('utf8');
    const last = text.lastIndexOf(')');
    const open = text.lastIndexOf('(', last);
    return text.slice(open + 1, last).split(',').map((each) => /(\w+)\s*$/.exec(each)?.[1] ?? '');
}

function describeFields(record, owner, header) {
    return (record.inner ?? []).filter((part) => part.kind === 'FieldDecl').map((field) => {
        const raw = field.type.qualType;
        let type = plainType(raw);
        const pointer = /^(.*)\(\*\)\((.*)\)$/.exec(raw);
        if (pointer) {
            const name = `${owner}_${field.name}_fn`;
            described.callbacks.push({ name, field: `${owner}.${field.name}`, header, doc: docOf(field), ...splitFunctionType(`${pointer[1]}(${pointer[2]})`, parameterNames(field)) });
            type = `${name}*`;
        }
        return { name: field.name, type, doc: docOf(field) };
    });
}

function describeEnum(node, header) {
    let next = 0;
    const values = node.inner.filter((part) => part.kind === 'EnumConstantDecl').map((constant) => {
        const given = constant.inner?.find((part) => part.kind === 'ConstantExpr' || part.kind === 'ImplicitCastExpr');
        const value = given?.value ?? given?.inner?.[0]?.value;
        if (given && value === undefined) throw new Error(`the value of ${constant.name} is not in the tree`);
        if (value !== undefined) next = Number(value);
        return { name: constant.name, value: next++, doc: docOf(constant) };
    });
    described.enums.push({ name: node.name ?? '', header, doc: docOf(node), values });
}

function describeConstants(header) {
    const text = sourceOf(join(include, header)).toString('utf8').split('\n');
    headers.set(header, { name: header, doc: '' });
    if (text[0].startsWith('///')) {
        const end = text.findIndex((line) => !line.startsWith('///'));
        headers.get(header).doc = plainText(text.slice(0, end).join('\n'));
    }
    text.forEach((line, at) => {
        const macro = /^#define (PLOY_\w+) (.+)$/.exec(line);
        if (!macro || macro[1] === 'PLOY_API' || macro[2].endsWith('\\')) return;
        const raw = macro[2].replace(/\s*\/\/.*$/, '').trim();
        let value;
        if (raw.startsWith('"')) value = JSON.parse(raw);
        else {
            const number = raw.replace(/UINT32_MAX/g, '4294967295').replace(/(\d)[uU]\b/g, '$1');
            if (!/^[-+*()<\s\d]+$/.test(number)) throw new Error(`${header}: cannot read the value of ${macro[1]}: ${raw}`);
            value = Function(`return ${number}`)();
        }
        let first = at;
        while (first > 0 && text[first - 1].startsWith('///')) --first;
        described.constants.push({ name: macro[1], value, header, doc: plainText(text.slice(first, at).join('\n')) });
    });
}

function describe(tree) {
    const records = new Map(), opaque = new Map();
    for (const node of tree.inner) {
        const header = headerOf(node);
        if (!header) continue;
        if (node.kind === 'EnumDecl') describeEnum(node, header);
        else if (node.kind === 'RecordDecl' && node.name) {
            if (node.completeDefinition) {
                records.set(node.name, true);
                described.structs.push({ name: node.name, header, doc: docOf(node), fields: describeFields(node, node.name, header) });
            } else if (!opaque.has(node.name)) opaque.set(node.name, { name: node.name, header, doc: '' });
        } else if (node.kind === 'TypedefDecl') {
            const type = node.type.qualType;
            if (/\)$/.test(type) && !/^(struct|enum|union) /.test(type)) {
                described.callbacks.push({ name: node.name, header, doc: docOf(node), ...splitFunctionType(type.replace(/\(\*\)/, ''), parameterNames(node)) });
            } else if (/^(struct|union|enum) /.test(type)) {
                const known = opaque.get(node.name) ?? described.structs.find((each) => each.name === node.name) ?? described.enums.find((each) => each.name === node.name);
                if (known && !known.doc) known.doc = docOf(node);
            } else described.aliases.push({ name: node.name, header, doc: docOf(node), type: plainType(type) });
        } else if (node.kind === 'FunctionDecl') {
            const params = (node.inner ?? []).filter((part) => part.kind === 'ParmVarDecl').map((part) => ({ name: part.name, type: plainType(part.type.qualType) }));
            const returns = plainType(node.type.qualType.slice(0, node.type.qualType.indexOf('(')));
            const made = { name: node.name, header, doc: docOf(node), returns, params };
            if (node.inline) made.inline = true;
            described.functions.push(made);
        }
    }
    for (const name of records.keys()) opaque.delete(name);
    for (const struct of described.structs) { // declared where a field uses it
        for (const field of struct.fields) {
            const name = /^(?:const )?(ploy_\w+)\*$/.exec(field.type)?.[1];
            if (name && !isKnown(name) && !opaque.has(name)) opaque.set(name, { name, header: struct.header, doc: '' });
        }
    }
    described.handles.push(...opaque.values());
}

function isKnown(name) {
    return [described.aliases, described.enums, described.structs, described.callbacks].some((list) => list.some((each) => each.name === name));
}

/** Who makes and who frees: marks the functions, and lists both with each handle. */
function describeOwnership() {
    const functions = new Map(described.functions.map((each) => [each.name, each]));
    const owned = [...described.handles];
    for (const struct of described.structs) if (functions.has(`${struct.name}_destroy`)) owned.push(struct);
    for (const handle of owned) {
        const destroy = functions.get(`${handle.name}_destroy`);
        handle.creators = [];
        if (!destroy || destroy.params.length !== 1) continue;
        handle.destroy = destroy.name;
        destroy.destroys = handle.name;
        for (const each of described.functions) {
            const out = each.params.find((param) => param.type === `${handle.name}**`);
            const returned = each.returns === `${handle.name}*` && /_create$/.test(each.name);
            if (!out && !returned) continue;
            each.creates = handle.name;
            if (out) out.out = true;
            handle.creators.push(each.name);
        }
    }
    for (const [name, params] of Object.entries(takes)) {
        for (const [param, owner] of Object.entries(params)) functions.get(name).params.find((each) => each.name === param).taken_by = owner;
    }
}

function write() {
    const version = described.constants.find((each) => each.name === 'PLOY_VERSION').value;
    const parts = { headers: [...headers.values()], ...described };
    const drop = (key, value) => (value === '' && key === 'doc' ? undefined : value);
    const lists = Object.entries(parts).map(([name, list]) => `"${name}": [\n${list.map((each) => JSON.stringify(each, drop)).join(',\n')}\n]`);
    return `{\n"version": ${JSON.stringify(version)},\n${lists.join(',\n')}\n}\n`;
}

const tree = readTree();
fillFiles(tree);
for (const header of readdirSync(join(include, 'ploy')).sort()) describeConstants('ploy/' + header);
describe(tree);
describeOwnership();
const text = write();
if (process.argv[2] === '--check') {
    if (readFileSync(target, 'utf8') !== text) {
        console.error('bindings/interface.json is out of date');
        process.exit(1);
    }
} else writeFileSync(target, text);
