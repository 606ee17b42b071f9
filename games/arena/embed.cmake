# Writes FILES as one C source, OUT: bytes as numbers, so that no limit on string literals matters.
set(arrays "")
set(rows "")
foreach(file IN LISTS FILES)
    cmake_path(GET file FILENAME name)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n"
        bytes "${bytes}")
    string(APPEND arrays "static const char ${symbol}[] = {\n${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", ${symbol}, sizeof ${symbol} - 1},\n")
endforeach()
file(WRITE ${OUT} "#include \"games/arena/data.h\"\n\n${arrays}\nconst arena_data arena_data_files[] = {\n${rows}    {0, 0, 0},\n};\n")
