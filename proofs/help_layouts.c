/* The table of verbs: those that take expressions. */
#include "proofs/help.h"

static const hd_option of_convert[] = {
    {"--to", "cute|cute_ir|tirx|triton", "the dialect that is written"},
    {"--modes", "A,B,..", "what the modes are called, as input dimensions of a linear layout: lane,register"},
    {"--axes", "A,B,..", "what the components 0, 1, .. of a coordinate are called (dim0, dim1, ..): laneid,warpid"},
    {"--shape", "SHAPE", "of the tensor that a placement places; else the extents in S[..] are its modes"},
    {"--order", "first|last", "which mode of a placement that is made counts fastest: Scolex[..] or S[..]"},
    {"--quiet", NULL, "neither notes nor the proof"},
    {NULL, NULL, NULL}};

static const hd_option of_show[] = {
    {"--svg", "FILE", "as SVG, - for the standard output"},
    {"--on", "SHAPE",
     "the other way round: a cell for each index of (ROWS,COLUMNS), in it the coordinate that has it: the owner of a "
     "tile's element; COLUMNS may be _"},
    {"--tmem", NULL, "the same on tensor memory, 128 lanes"},
    {"--cells", "value|index|coordinate|none|owner|thread|register|instruction|address",
     "what stands in a cell; the last five of `tmem ..` alone"},
    {"--colour", "value|thread|warp|register|instruction|MODE",
     "what its colour says: a value, or a mode of the coordinate, counted from 0; of `tmem ..` alone a thread, warp, "
     "register or instruction"},
    {"--names", "T,V",
     "the modes of a coordinate as T5V3; where there are more names than modes, the parts of mode 0 are modes"},
    {"--rows", "FIRST..LAST", "a part of what is too large"},
    {"--columns", "FIRST..LAST", "a part of what is too wide"},
    {"--thin", "N", "at most N rows and N columns: of each block the first and the last"},
    {"--alone", NULL, "without operands"},
    {NULL, NULL, NULL}};

const hd_verb hd_verbs_of_layouts[] = {
    {"eval", "'EXPR'...", "print the value of an expression",
     "Prints the value of each expression, one a line. A failure prints the expression with a caret under what is to "
     "blame, the reason with its numbers and a counter-example, and where there is one a hint.",
     NULL,
     "heddle eval '(2,5):(1,7) o 4:3'              (2,2):(8,21)\n"
     "heddle eval 'let N = 8; (4,N):(N,1)'         (4,8):(8,1)\n"
     "heddle eval '(6,2):(1,7) o (3,2):(2,3)'      undefined, at (2,1)\n",
     HD_TAKES_TEXT},
    {"explain", "'EXPR'", "the steps that lead to a value, or to where there is none",
     "Lists each operation of the expression as it is done, inner ones first: the values of its operands, its steps, "
     "and what it gives. The last line is `= VALUE` of the whole. Where there is no answer the steps end where it "
     "breaks, and the failure follows as `heddle eval` prints it.",
     NULL,
     "heddle explain '(2,5):(1,7) o 4:3'\n"
     "heddle explain 'complement(4:2, 16)'\n",
     HD_TAKES_TEXT},
    {"fit", "'VAR<EXTENT, ..: FORMULA'", "the layout of an index formula, or where it is none",
     "Prints the layout whose value at (VAR, ..) is the formula, one mode for each variable; or the coordinate that "
     "shows that there is none, with both values. The operators are C's.",
     NULL, "heddle fit 't<32, r<4: (t/4) + 8*(r/2%2) + 128*(r%2 + 2*(t%4))'\n", HD_TAKES_TEXT},
    {"convert", "--to DIALECT [OPTION]... 'EXPR' | FILE | - ...",
     "a layout in another tool's text, and the proof that it is the same",
     "Prints the value of an expression, or a text of one of the four dialects, in another of them, and proves that it "
     "is the same function: the text printed is read again, converted back, and all three are evaluated at every "
     "coordinate. Notes and proof go to the standard error.",
     of_convert,
     "heddle convert --to tirx '(4,(2,3)):(6,(1,2))'            S[(4,3,2):(6,2,1)]\n"
     "heddle convert --to cute 'Sw<1,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1)'\n",
     HD_TAKES_FILES},
    {"show", "[OPTION]... 'EXPR' | tmem image|datapath|plan ..", "a picture of a layout, in the terminal or as SVG",
     "Draws a layout: mode 0 downwards, mode 1 to the right, the index in each cell, one table for each coordinate of "
     "further modes. Beside the result of an operation stand its operands, a colour being the same index in all; "
     "beside "
     "a swizzled layout what it was before.\n"
     "Or tensor memory, lanes by columns: what `heddle tmem image`, `datapath` and `plan` answer, with the same words "
     "behind them. Beside forms of loads and stores `image` takes those of tcgen05.cp and .shift.\n"
     "The first line is the input; an SVG's is the command that draws it again, <?heddle show ..?>. Colours in a "
     "terminal, unless NO_COLOR is set.",
     of_show,
     "heddle show '(4,8):(8,1)'\n"
     "heddle show --svg fragment.svg tmem image 16x256b.x2\n"
     "heddle show --colour instruction tmem plan --datapath D --n 160\n",
     HD_TAKES_TEXT},
    {NULL, NULL, NULL, NULL, NULL, NULL, HD_TAKES_TEXT}};
