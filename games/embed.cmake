# Writes FILES as one C source, OUT, that defines `const game_file LIST[]`: bytes as numbers, so that no limit on string
# literals matters.
set(arrays "")
set(rows "")
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} symbol)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n"
        bytes "${bytes}")
    string(APPEND arrays "static const char ${symbol}[] = {\n${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", ${symbol}, sizeof ${symbol} - 1},\n")
endforeach()
file(WRITE ${OUT} "#include \"games/data.h\"\n\n${arrays}\nextern const game_file ${LIST}[];\nconst game_file ${LIST}[] = {\n${rows}    {0, 0, 0},\n};\n")
