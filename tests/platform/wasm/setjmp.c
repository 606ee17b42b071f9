// What clang calls for setjmp and longjmp in WebAssembly. Each call of setjmp gets a number, which stands in its buffer
// and, with the place to continue at, in a table of the function that called it: zero ends the table.

#include <stdint.h>
#include <stdlib.h>

typedef struct jump_entry
{
    uint32_t number;
    uint32_t label;
} jump_entry;

static uint32_t last_number, table_size;
static struct
{
    void* env;
    int value;
} thrown;

void setTempRet0(uint32_t value)
{
    table_size = value;
}

uint32_t getTempRet0(void)
{
    return table_size;
}

// Returns the table, which may have grown; its size goes to getTempRet0.
jump_entry* saveSetjmp(uint32_t* env, uint32_t label, jump_entry* table, uint32_t size)
{
    uint32_t used = 0;
    while (used < size && table[used].number != 0) ++used;
    if (used == size) {
        size *= 2;
        table = realloc(table, sizeof *table * (size + 1));
        if (!table) abort();
    }
    *env = ++last_number;
    table[used] = (jump_entry){last_number, label};
    table[used + 1].number = 0;
    table_size = size;
    return table;
}

uint32_t testSetjmp(uint32_t number, const jump_entry* table, uint32_t size)
{
    for (uint32_t i = 0; i < size && table[i].number != 0; ++i) {
        if (table[i].number == number) return table[i].label;
    }
    return 0;
}

void __wasm_longjmp(void* env, int value)
{
    thrown.env = env;
    thrown.value = value ? value : 1;
    __builtin_wasm_throw(1, &thrown);
}
