/* The table of verbs: those on tensor memory. */
#include "proofs/help.h"

/* Options that several verbs share. */
#define COLUMNS \
  { "--columns", "C", "of tensor memory, 512" }
#define READINGS                                                                                \
  {"--relative-lane", NULL,                                                                     \
   "a lane below 32 in an address counts from the warp's slab; without documents, but in use"}, \
      {"--any-lane", NULL, "16 lanes start anywhere in the slab, and not at 0 and 16 only"}, {  \
    "--odd-column", NULL, "packed forms start at odd columns too"                               \
  }
#define IMMEDIATE \
  { "--immediate", "I", "of 16x32bx2, how far on the second access is: lanes << 16 plus columns" }
#define MMA                                                                                              \
  {"--m", "M", "of the instruction, tcgen05.mma"}, {"--n", "N", "its N, 128"},                           \
      {"--group", "1|2", "its .cta_group, 1"}, {"--ws", NULL, "that it is a .ws"},                       \
      {"--sparse", NULL, "that it is sparse"}, {"--operand", NULL, "where it keeps A, in place of D"}, { \
    "--k", "K", "of the operand, 64"                                                                     \
  }
#define PIECE                                                                                                      \
  {"--datapath", "A|B|C|D|E|F|G", "an accumulator by its letter"}, MMA,                                            \
      {"--cells", "LAYOUT", "(thread, value) -> cell, all said"},                                                  \
      {"--registers", "LAYOUT", "(thread, value) -> coordinate of the piece"},                                     \
      {"--shape", "32x32b|16x64b|16x128b|16x256b|16x32bx2", "by this instruction alone"},                          \
      {"--cap", "R", "at most so many registers of an instruction"},                                               \
      {"--bits", "B", "of an element, 32 where not given"}, {"--single", NULL, "one narrow element in each cell"}, \
      {"--dense", NULL, "narrow elements side by side, as when not given"},                                        \
      {"--warps", "1|4|8|16", "how many warps move it, 4"}, {"--warp", "W", "the first of them"},                  \
      {"--address", "A", "of the piece's base"}, {"--async", NULL, "without a wait behind each load"}, COLUMNS,    \
      READINGS

static const hd_option of_image[] = {{"--memory", "index|address|cell", "what a cell is called"},
                                     {"--spread", "slab|warpgroup|lanes", "how many instructions are taken together"},
                                     IMMEDIATE,
                                     {NULL, NULL, NULL}};

#define ISSUE                                                                                                         \
  {"--warp", "W", "the warp"},                                                                                        \
      {"--address", "A", "of the instruction; else where the warp's slab starts, or its half that the cell lies in"}, \
      IMMEDIATE, COLUMNS, READINGS

static const hd_option of_where[] = {{"--thread", "T", "its thread, 0 to 31"},
                                     {"--register", "R", "the register, from 0"},
                                     {"--half", "0|1", "of packed forms the half of the register"},
                                     ISSUE,
                                     {NULL, NULL, NULL}};

static const hd_option of_who[] = {
    {"--lane", "L", "of the cell, 0 to 127"}, {"--column", "C", "of the cell, from 0"}, ISSUE, {NULL, NULL, NULL}};

static const hd_option of_forms[] = {{"--target", "TARGET", "those of sm_100a, sm_110f, .."}, {NULL, NULL, NULL}};

static const hd_option of_datapath[] = {MMA,
                                        {"--bits", "4|8|16|32", "of an element of A"},
                                        {"--scale", "a|b", "where it keeps the scale factors of A or B"},
                                        {"--vector", "1|2|4", "of scale factors: so many along K"},
                                        {"--id", "ID", "which byte of a cell they begin at"},
                                        {"--factors", "F", "how many factors a row has, else as many as --vector says"},
                                        {"--metadata", NULL, "of sparse operands: is not modelled"},
                                        {"--address", "A", "of the base"},
                                        {"--at", "COORDINATE", "where that element lies"},
                                        {"--cell", "'(LANE,COLUMN)'", "which elements lie there"},
                                        {"--table", NULL, "every element with its place"},
                                        COLUMNS,
                                        {NULL, NULL, NULL}};

static const hd_option of_plan[] = {PIECE,
                                    {"--store", NULL, "in the other direction"},
                                    {"--cost", NULL, "how many instructions each repeat of each shape would take"},
                                    {NULL, NULL, NULL}};

static const hd_option of_alloc[] = {
    {"--calls", NULL, "the arguments are calls in turn: 256 allocates, -256 gives back, relinquish, exit"},
    COLUMNS,
    {NULL, NULL, NULL}};

static const hd_option of_check[] = {{"--warp", "W", "the warp that issues it"},
                                     {"--address", "A", "else where the warp's slab starts"},
                                     IMMEDIATE,
                                     {"--allocated", "FIRST..LAST", "columns"},
                                     {"--budget", "R", "of registers, 255"},
                                     {"--threads", "N", "that take part, 32"},
                                     {"--target", "TARGET", "sm_100a, sm_110f, .."},
                                     COLUMNS,
                                     READINGS,
                                     {NULL, NULL, NULL}};

static const hd_option of_apply[] = {{"--scope", "warp|warpgroup|cta", "who issues it, a warpgroup"},
                                     {"--warp", "W", "the warp, or the first of them"},
                                     {"--address", "A", "of tensor memory's view"},
                                     IMMEDIATE,
                                     COLUMNS,
                                     READINGS,
                                     {NULL, NULL, NULL}};

static const hd_option of_emit[] = {
    {"--name", "NAME", "of the copies: an identifier of C (copy)"},
    {"-o", "FILE", "is written beside and renamed; else to the standard output"},
    {"--type", "TYPE", "of an element (uint32_t, uint16_t or uint8_t)"},
    {"--memory", "LAYOUT",
     "coordinates of the piece, or of --cells (thread, value), -> element of memory: copies to and from memory too, of "
     "registers and of the tile"},
    {"--store", NULL, "what stores alone"},
    {"--under-way", "R", "of --async: copies of at most R registers"},
    {"--table", NULL, "in place of the header NAME_table[thread][place] = {lane, column}, for tests"},
    PIECE,
    {NULL, NULL, NULL}};

const hd_verb hd_verbs_of_tmem[] = {
    {"tmem", "VERB ARGUMENT..", "tensor memory: which cell, which register, which image",
     "Answers for tcgen05.ld and .st, the answer in the first line. A FORM is 16x256b.x8, with .pack::16b or "
     ".unpack::16b behind it where it is packed, or the whole opcode. Numbers are expressions: --immediate "
     "'(16<<16)+8'.",
     NULL,
     "heddle tmem where 16x256b.x8 --warp 2 --thread 21 --register 13    lane 69 column 27 address 0x0045001B\n"
     "heddle tmem who 16x256b.x1 --lane 9 --column 6                     warp 0 thread 7 register 2\n"
     "heddle tmem plan --datapath D --n 160 --cap 128                    32x32b.x128 + 32x32b.x32\n"
     "heddle tmem alloc 384 4 4 4                                        separate 608 of 512: does not fit\n",
     HD_TAKES_VERBS},
    {"tmem image", "FORM [OPTION]...", "the layout (thread, register) -> cell",
     "Prints the layout that takes (thread, register) of an instruction to a cell, relative to its address.", of_image,
     "heddle tmem image 16x256b.x8\n", HD_TAKES_TEXT},
    {"tmem where", "FORM --warp W --thread T --register R [OPTION]...", "the cell of a register",
     "Prints the cell that a register of a thread meets; of packed forms --half H too, or both halves.", of_where,
     "heddle tmem where 16x256b.x8 --warp 2 --thread 21 --register 13\n", HD_TAKES_TEXT},
    {"tmem who", "FORM --lane L --column C [OPTION]...", "the warp, thread and register that hold a cell",
     "Prints the registers that meet a cell.", of_who, "heddle tmem who 16x256b.x1 --lane 9 --column 6\n",
     HD_TAKES_TEXT},
    {"tmem forms", "[--target TARGET]", "every legal opcode of tcgen05.ld, .st, .ld.red, .cp and .shift",
     "Prints every legal opcode, one a line, or those that one target has.", of_forms,
     "heddle tmem forms --target sm_100a\n", HD_TAKES_TEXT},
    {"tmem datapath", "[LETTER | LAYOUT | --m M] [OPTION]...", "where tcgen05.mma keeps D, A or scale factors",
     "Prints where tcgen05.mma keeps its accumulator, by its letter or by the instruction; with --operand where it "
     "keeps "
     "A, with --scale its scale factors. Or says of any layout of cells what it takes of tensor memory. Without "
     "arguments it lists the datapaths.",
     of_datapath, "heddle tmem datapath --m 128 --group 2 --n 128 --at '(5,64)'\n", HD_TAKES_TEXT},
    {"tmem plan", "[LAYOUT | --datapath LETTER | --m M | --cells LAYOUT] [OPTION]...",
     "the fewest instructions that move a piece, and why not others",
     "Prints the instructions with their registers and addresses, which shapes were passed over and why, and how many "
     "threads and values the proof counted.",
     of_plan, "heddle tmem plan --datapath D --n 160 --cap 128\n", HD_TAKES_TEXT},
    {"tmem alloc", "COLUMNS[/ALIGNMENT][@FIRST..LAST].. | --calls CALL..", "columns of buffers: separate and packed",
     "Packs buffers into one allocation, each alive from FIRST to LAST, and says what allocations of their own would "
     "take. One number alone is what tcgen05.alloc is given.",
     of_alloc,
     "heddle tmem alloc 384 4 4 4\n"
     "heddle tmem alloc --calls 256 64 -64 relinquish exit\n",
     HD_TAKES_TEXT},
    {"tmem check", "OPCODE [--warp W] [--address A] [OPTION]...", "legal, or the rule that is not kept, and a fix",
     "Says whether a warp may issue an instruction at an address, and what it reaches.", of_check,
     "heddle tmem check 32x32b.x1 --warp 1 --address 0\n", HD_TAKES_TEXT},
    {"tmem apply", "OPCODE VIEW VIEW [VIEW] [OPTION]...", "an opcode on views of registers and tensor memory",
     "Takes views in the instruction's order: a load registers, tensor memory; a store tensor memory, registers.",
     of_apply, NULL, HD_TAKES_TEXT},
    {"emit", "'PLAN' [OPTION]...", "a plan for tensor memory as a header for kernels, with the proof",
     "Writes a header with the copies of a plan, for kernels of the device layer: its request, the proof, its numbers, "
     "and functions that HD_TMEM_LOAD(NAME, ..) and the others of copies.h call. It includes <heddle/kernels/device.h> "
     "and nothing else. PLAN is what `heddle tmem plan` takes, options and all, in one argument or many; that it moves "
     "what is asked is proved before anything is written.",
     of_emit,
     "heddle emit '--datapath D --n 128' --name accumulator --type float -o accumulator.h\n"
     "heddle emit '--m 64 --n 64' --name half --memory '(64,64):(64,1)'\n",
     HD_TAKES_TEXT},
    {NULL, NULL, NULL, NULL, NULL, NULL, HD_TAKES_TEXT}};
