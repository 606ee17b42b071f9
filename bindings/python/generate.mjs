#!/usr/bin/env node
// Writes the low level of the Python binding from ../interface.json: ploy/generated.py (constants and enums) and
// ploy/generated_ffi.py (declarations, in the form that cffi loads without a parser; needs python3-cffi). --check fails
// if one is out of date, and needs neither.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, 'ploy', 'generated.py');
const ffiTarget = join(here, 'ploy', 'generated_ffi.py');
const api = JSON.parse(readFileSync(join(here, '..', 'interface.json'), 'utf8'));

const structs = new Map(api.structs.map((each) => [each.name, each]));
const callbacks = new Map(api.callbacks.map((each) => [each.name, each]));

/** "char[240]", "message" becomes "char message[240]". */
function declare(type, name) {
    const array = /^(.*?)(\[.*\])$/.exec(type);
    return array ? `${array[1]} ${name}${array[2]}` : `${type} ${name}`;
}

function signature(each, name) {
    return `${each.returns} ${name}(${each.params.map((param) => declare(param.type, param.name)).join(', ') || 'void'});`;
}

/** Structs after those they contain, and after the function types they point to. */
function declarations() {
    const lines = [], done = new Set();
    const visit = (name) => {
        if (done.has(name)) return;
        done.add(name);
        const struct = structs.get(name), callback = callbacks.get(name);
        const types = struct ? struct.fields.map((field) => field.type) : [callback.returns, ...callback.params.map((param) => param.type)];
        for (const type of types) {
            const base = type.replace(/^const /, '').replace(/\[.*\]$/, '');
            const pointed = base.replace(/[*].*$/, '');
            if (structs.has(base) || callbacks.has(pointed)) visit(pointed);
        }
        if (callback) lines.push(`typedef ${signature(callback, name)}`);
        else lines.push(`struct ${name} { ${struct.fields.map((field) => declare(field.type, field.name) + ';').join(' ')} };`);
    };
    for (const name of [...structs.keys(), ...callbacks.keys()]) visit(name);
    return lines;
}

function cdef() {
    const lines = [];
    for (const each of api.aliases) lines.push(`typedef ${declare(each.type, each.name)};`);
    for (const each of [...api.handles, ...api.structs]) lines.push(`typedef struct ${each.name} ${each.name};`);
    for (const each of api.enums) if (each.name) lines.push(`typedef int ${each.name};`);
    lines.push(...declarations());
    for (const each of api.functions) if (!each.inline) lines.push(signature(each, each.name));
    return lines.join('\n');
}

/** PLOY_VALUE_BOOL, PLOY_VALUE_INT become BOOL, INT. */
function shortNames(values) {
    let prefix = values[0].name.slice(0, values[0].name.lastIndexOf('_') + 1);
    while (!values.every((value) => value.name.startsWith(prefix))) prefix = prefix.slice(0, prefix.slice(0, -1).lastIndexOf('_') + 1);
    return values.map((value) => value.name.slice(prefix.length));
}

function enumClass(each) {
    const name = each.name.replace(/^ploy_/, '').split('_').map((word) => word[0].toUpperCase() + word.slice(1)).join('');
    const values = each.values.filter((value) => !value.name.endsWith('_COUNT'));
    const names = shortNames(values);
    const lines = [`class ${name}(enum.IntEnum):`];
    if (each.doc) lines.push(`    ${JSON.stringify(each.doc)}`, '');
    values.forEach((value, i) => {
        if (value.doc) lines.push(`    #: ${value.doc.replace(/\n/g, ' ')}`);
        lines.push(`    ${names[i]} = ${value.value}`);
    });
    return lines.join('\n');
}

const constants = [...api.constants, ...api.enums.filter((each) => !each.name).flatMap((each) => each.values)];
const text = `# Made by bindings/python/generate.mjs from bindings/interface.json: do not edit.
"""The constants and enums of the C library."""
import enum

${constants.map((each) => (each.doc ? `#: ${each.doc.replace(/\n/g, ' ')}\n` : '') + `${each.name.replace(/^PLOY_/, '')} = ${JSON.stringify(each.value)}`).join('\n')}


${api.enums.filter((each) => each.name).map(enumClass).join('\n\n\n')}
`;

const declarationsText = cdef();
const stamp = `# Made by bindings/python/generate.mjs from declarations ${createHash('sha256').update(declarationsText).digest('hex').slice(0, 16)}: do not edit.\n`;

function emitFfi() {
    const script = `import cffi, sys
ffi = cffi.FFI()
ffi.cdef(sys.stdin.read())
ffi.set_source("ploy.generated_ffi", None)
ffi.emit_python_code(sys.argv[1])
`;
    const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
    execFileSync(python, ['-c', script, ffiTarget], { input: declarationsText });
    writeFileSync(ffiTarget, stamp + readFileSync(ffiTarget, 'utf8'));
}

const isCurrent = (file, is) => existsSync(file) && is(readFileSync(file, 'utf8'));
if (process.argv[2] === '--check') {
    for (const [file, is] of [[target, (found) => found === text], [ffiTarget, (found) => found.startsWith(stamp)]]) {
        if (isCurrent(file, is)) continue;
        console.error(`bindings/python/ploy/${file.slice(file.lastIndexOf('/') + 1)} is out of date`);
        process.exitCode = 1;
    }
} else {
    writeFileSync(target, text);
    if (!isCurrent(ffiTarget, (found) => found.startsWith(stamp))) emitFfi();
}
