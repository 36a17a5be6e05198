/* `heddle help [TOPIC]...`. */
#include "proofs/command.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name, *text;
} topics[] = {
    {"heddle", "heddle: exact answers about layouts\n"
               "\n"
               "  heddle eval 'EXPR'...       print the value of an expression\n"
               "  heddle explain 'EXPR'       the steps that lead to a value, or to where there is none\n"
               "  heddle fit 'VARS: FORMULA'  the layout of an index formula, or where it is none\n"
               "  heddle convert --to D 'E'   a layout in another tool's text, and the proof that it is the same\n"
               "  heddle show 'EXPR'          a picture of a layout, in the terminal or as SVG\n"
               "  heddle check FILE...        decide the claims of a file\n"
               "  heddle tmem VERB ...        tensor memory: which cell, which register, which image\n"
               "  heddle emit 'PLAN' ...      a plan for tensor memory as a header for kernels, with the proof\n"
               "  heddle ptx check FILE...    how a kernel's PTX uses tensor memory, on every path\n"
               "  heddle prove [THEOREM]...   theorems about all small layouts: every case judged, and counted\n"
               "  heddle conform FILE.tsv...  compare with recorded answers of other implementations\n"
               "  heddle functions [NAME]...  the functions of the language, with an example each\n"
               "  heddle help [TOPIC]...      eval, explain, fit, convert, show, check, tmem, emit, ptx, prove, conform,\n"
               "                              functions, language, exit\n"
               "  heddle --version\n"
               "\n"
               "Exit codes: 0 holds, 1 false or no answer, 2 malformed input, 3 undecided.\n"},
    {"eval", "heddle eval 'EXPR'...\n"
             "\n"
             "Prints the value of each expression, one a line. A failure prints the expression with a caret under\n"
             "what is to blame, the reason with its numbers and a counter-example, and where there is one a hint.\n"
             "\n"
             "  heddle eval '(2,5):(1,7) o 4:3'              (2,2):(8,21)\n"
             "  heddle eval 'let N = 8; (4,N):(N,1)'         (4,8):(8,1)\n"
             "  heddle eval '(6,2):(1,7) o (3,2):(2,3)'      undefined, at (2,1)\n"},
    {"explain", "heddle explain 'EXPR'\n"
                "\n"
                "Lists each operation of the expression as it is done, inner ones first: the values of its operands,\n"
                "its steps, and what it gives. The last line is `= VALUE` of the whole. Where there is no answer the\n"
                "steps end where it breaks, and the failure follows as `heddle eval` prints it.\n"
                "\n"
                "  heddle explain '(2,5):(1,7) o 4:3'\n"
                "  heddle explain 'complement(4:2, 16)'\n"},
    {"fit", "heddle fit 'VAR<EXTENT, ..: FORMULA'\n"
            "\n"
            "Prints the layout whose value at (VAR, ..) is the formula, one mode for each variable; or the\n"
            "coordinate that shows that there is none, with both values. The operators are C's.\n"
            "\n"
            "  heddle fit 't<32, r<4: (t/4) + 8*(r/2%2) + 128*(r%2 + 2*(t%4))'\n"},
    {"convert", "heddle convert --to cute|cute_ir|tirx|triton [OPTION]... 'EXPR' | FILE | - ...\n"
                "\n"
                "Prints the value of an expression, or a text of one of the four dialects, in another of them, and\n"
                "proves that it is the same function: the text printed is read again, converted back, and all three\n"
                "are evaluated at every coordinate. Notes and proof go to the standard error; --quiet leaves them\n"
                "out.\n"
                "\n"
                "  --modes lane,register   what the modes are called, as input dimensions of a linear layout\n"
                "  --axes laneid,warpid    what the components 0, 1, .. of a coordinate are called (dim0, dim1, ..)\n"
                "  --shape '(16,8)'        of the tensor that a placement places; else the extents in S[..] are its\n"
                "                          modes\n"
                "  --order first|last      which mode of a placement that is made counts fastest: Scolex[..] or S[..]\n"
                "\n"
                "  heddle convert --to tirx '(4,(2,3)):(6,(1,2))'            S[(4,3,2):(6,2,1)]\n"
                "  heddle convert --to cute 'Sw<1,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1)'\n"},
    {"show", "heddle show [OPTION]... 'EXPR'\n"
             "\n"
             "Draws a layout: mode 0 downwards, mode 1 to the right, the index in each cell, one table for each\n"
             "coordinate of further modes. Beside the result of an operation stand its operands, a colour being the\n"
             "same index in all; beside a swizzled layout what it was before. The first line is the expression.\n"
             "\n"
             "  --svg FILE              as SVG, - for the standard output\n"
             "  --on '(ROWS,COLUMNS)'   the other way round: a cell for each index, in it the coordinate that has it:\n"
             "                          the owner of a tile's element; COLUMNS may be _\n"
             "  --tmem                  the same on tensor memory, 128 lanes\n"
             "  --cells WORD            what stands in a cell: value, index, coordinate or none\n"
             "  --colour value|MODE     what its colour says; of owners mode 0 when not given\n"
             "  --names T,V             the two modes of a coordinate as T5V3\n"
             "  --rows FIRST..LAST      a part of what is too large; --columns FIRST..LAST\n"
             "  --alone                 without operands\n"
             "\n"
             "Colours in a terminal, unless NO_COLOR is set.\n"
             "\n"
             "  heddle show '(4,8):(8,1)'\n"
             "  heddle show --tmem --names T,R 'image_16x256b(2)' --svg fragment.svg\n"},
    {"check", "heddle check [--json | --tap] [--quiet] FILE...\n"
              "\n"
              "Decides every claim of the files; `-` is the standard input, and `--` ends the options. A verdict is\n"
              "`proved` (by canonical forms), `checked N of N` (by visiting every coordinate), or FALSE, undefined,\n"
              "undecided or malformed, with what is to blame.\n"
              "\n"
              "  let L = (32,4):(4,1)\n"
              "  claim \"every cell once\": bijective(L onto 128)\n"
              "  claim \"index arithmetic\": forall t<32, r<4: L(t,r) == 4*t + r\n"
              "  for N in 1, 2, 4..8: claim \"size\": size((N,4):(4,1)) == 4*N\n"
              "  claim undefined((6,2):(1,7) o (3,2):(2,3))\n"
              "\n"
              "A file with a syntax error is reported and not checked at all.\n"},
    {"tmem",
     "heddle tmem VERB ARGUMENT.. [--json]\n"
     "\n"
     "Answers for tcgen05.ld and .st, the answer in the first line. A FORM is 16x256b.x8, with .pack::16b\n"
     "or .unpack::16b behind it where it is packed, or the whole opcode. Numbers are expressions:\n"
     "--immediate '(16<<16)+8'.\n"
     "\n"
     "  heddle tmem image FORM    the layout (thread, register) -> cell; --memory index, address or cell\n"
     "                            says what a cell is called, --spread slab, warpgroup or lanes how many\n"
     "                            instructions are taken together\n"
     "  heddle tmem where FORM    --warp W --thread T --register R: the cell; of packed forms --half H too\n"
     "  heddle tmem who FORM      --lane L --column C: the warp, thread and register that hold the cell\n"
     "  heddle tmem forms         every legal opcode of tcgen05.ld, .st, .ld.red, .cp and .shift; --target\n"
     "                            sm_100a those of a target\n"
     "\n"
     "  heddle tmem datapath      where tcgen05.mma keeps D (--n N), A (--operand --k K --bits B) or scale\n"
     "                            factors (--scale a|b --vector V): by LETTER, or by --m, --group, --ws,\n"
     "                            --sparse; or any LAYOUT of cells. --at C and --cell '(LANE,COLUMN)' find\n"
     "                            elements, --table lists them\n"
     "  heddle tmem plan PIECE    the fewest instructions that move a LAYOUT of cells, --datapath LETTER\n"
     "                            --n N or --m M, and why not others; --registers (thread, value) ->\n"
     "                            coordinate, --cap of registers, --bits B [--single], --warps 1, 4, 8 or\n"
     "                            16, --store, --async, --shape S, --cost of every repeat\n"
     "  heddle tmem alloc N..     columns of buffers, N[/ALIGNMENT][@FIRST..LAST]: separate and packed;\n"
     "                            one number alone is what tcgen05.alloc is given. --calls 256 64 -64\n"
     "                            relinquish exit: calls in turn\n"
     "  heddle tmem check OPCODE  --warp W --address A: legal, or the rule that is not kept, and a fix;\n"
     "                            --allocated FIRST..LAST columns, --budget of registers, --threads that\n"
     "                            take part, --target T\n"
     "  heddle tmem apply OPCODE  views in the instruction's order: a load takes registers, tmem; a store\n"
     "                            tmem, registers\n"
     "\n"
     "  --address A       of the instruction; else where the warp's slab starts, or its half that the cell\n"
     "                    lies in\n"
     "  --immediate I     of 16x32bx2, how far on the second access is: lanes << 16 plus columns\n"
     "  --columns C       of tensor memory, 512\n"
     "  --relative-lane   a lane below 32 in an address counts from the warp's slab; without documents,\n"
     "                    but in use\n"
     "  --any-lane        16 lanes start anywhere in the slab, and not at 0 and 16 only\n"
     "  --odd-column      packed forms start at odd columns too\n"
     "\n"
     "  heddle tmem where 16x256b.x8 --warp 2 --thread 21 --register 13    lane 69 column 27 address 0x0045001B\n"
     "  heddle tmem who 16x256b.x1 --lane 9 --column 6                     warp 0 thread 7 register 2\n"
     "  heddle tmem plan --datapath D --n 160 --cap 128                    32x32b.x128 + 32x32b.x32\n"
     "  heddle tmem alloc 384 4 4 4                                        separate 608 of 512: does not fit\n"},
    {"emit", "heddle emit 'PLAN' [--name NAME] [-o FILE] [OPTION]...\n"
             "\n"
             "Writes a header with the copies of a plan, for kernels of the device layer: its request, the proof,\n"
             "its numbers, and functions that HD_TMEM_LOAD(NAME, ..) and the others of copies.h call. It includes\n"
             "<heddle/kernels/device.h> and nothing else. PLAN is what `heddle tmem plan` takes, options and all,\n"
             "in one argument or many; that it moves what is asked is proved before anything is written.\n"
             "\n"
             "  --name NAME       of the copies: an identifier of C (copy)\n"
             "  -o FILE           is written beside and renamed; else to the standard output\n"
             "  --type TYPE       of an element (uint32_t, uint16_t or uint8_t)\n"
             "  --memory LAYOUT   coordinates of the piece, or of --cells (thread, value), -> element of memory:\n"
             "                    copies to and from memory too, of registers and of the tile\n"
             "  --store           what stores alone\n"
             "  --async           copies without a wait, of at most 64 registers; --under-way R: of at most R\n"
             "  --table           in place of the header NAME_table[thread][place] = {lane, column}, for tests\n"
             "\n"
             "  heddle emit '--datapath D --n 128' --name accumulator --type float -o accumulator.h\n"
             "  heddle emit '--m 64 --n 64' --name half --memory '(64,64):(64,1)'\n"},
    {"ptx", "heddle ptx check [--json | --sarif] [--quiet] [--max-registers N] [--threads N] [--relative-lane] FILE...\n"
            "\n"
            "Reads PTX, follows every path of each kernel, and reports what it does wrong with tensor memory: file,\n"
            "line, rule, reason, and where the other access was. `-` is the standard input. What cannot be decided\n"
            "is said to be unknown, and counted. docs/ptx-check.md has the rules with an example each.\n"
            "\n"
            "  --json              one object with the counts and findings of every kernel\n"
            "  --sarif             the findings as SARIF 2.1.0, which editors and CI show at their places\n"
            "  --quiet             no line on what is unknown, nor on kernels without a fault\n"
            "  --max-registers N   a fault where more registers are in flight, of loads and stores together\n"
            "  --threads N         each CTA has N threads along x; else .reqntid and .maxntid tell, or nothing does\n"
            "  --relative-lane     a lane below 32 in an address is every warp's\n"
            "\n"
            "Exit codes: 0 no fault and nothing unknown, 1 a fault, 2 a file that does not parse or cannot be read,\n"
            "3 no fault but something unknown.\n"},
    {"prove", "heddle prove [THEOREM]... [--bound NAME=N,..]\n"
              "\n"
              "Judges theorems about Heddle itself, each at every case of its domain up to a bound, and counts them:\n"
              "as many as a formula says that there are. Without names all of them, up to their quick bounds. What\n"
              "is printed is `proved`, `part` (a share of the work), or FALSE with the smallest case that fails.\n"
              "\n"
              "  --list [THEOREM]..     what they say, with their bounds and how many cases those have\n"
              "  --domains              what the cases are, and how far each bound may go\n"
              "  --threads N            else as many as the machine has processors\n"
              "  --out FILE             a certificate, in JSON\n"
              "  --checkpoint FILE      what is known so far, every 30 seconds (--every SECONDS); where there is one,\n"
              "                         it is gone on from: no case is lost, and none counted twice\n"
              "  --shard K/N            share K of N, counted from 0; else what mpirun, srun or a job array say, each\n"
              "                         share with files of its own, FILE.K-of-N (--shards N: tasks of a PBS array)\n"
              "  --quiet                no progress\n"
              "  --merge FILE.. [--out FILE]           shares as one certificate\n"
              "  --verify FILE.. [--sample N]          N cases of each record judged again, drawn at random (--seed S)\n"
              "\n"
              "  heddle prove composition --bound modes=3,extent=4,stride=4 --out composition.json\n"
              "\n"
              "Exit codes: 0 proved, or a share without a failure, 1 a case fails, 2 malformed, 3 open or empty.\n"},
    {"conform", "heddle conform [--all] [--list] [--as KIND] FILE.tsv...\n"
                "\n"
                "Asks what others were asked, and closes with `N passed, N failed[, N skipped]`; `-` is the standard\n"
                "input. A row is\n"
                "\n"
                "  source  case-id  operation  argument..  =>  expected  [notes]\n"
                "\n"
                "separated by tabs; `#` begins a comment. --all shows every failing row and not the first 20, --list\n"
                "names every row with its verdict, and --as KIND says what all files are, which else their names\n"
                "tell:\n"
                "\n"
                "  exact     the answer prints as expected (cute_ir.tsv)\n"
                "  main      the same, but for strides of extents of 1 (any other name)\n"
                "  variant   it is the same function (*_variant, *_dynamic)\n"
                "  errors    refused, or answered rightly at every coordinate (*_errors)\n"
                "  disputed  refused, or answered rightly and otherwise (*_disputed)\n"
                "  cells     `op shape N packing thread reg lane col half`: that register is that cell (*_cells)\n"
                "\n"
                "Exit codes: 0 nothing failed and something passed, 1 otherwise, 2 an option, a file that cannot be\n"
                "read or has no rows, or a malformed row: an unknown operation, too few or too many operands. The\n"
                "other files are read all the same.\n"},
    {"language",
     "integers 42 0x2a, tuples (4,(2,_)), axes 1@0 1@lane, layouts S:D, tilers [a;b;_] <a,b>\n"
     "operators, loosest first: ?:  ||  &&  |  ^  &  == !=  < <= > >=  o  :  << >>  + -  * / %  unary + - ~ !\n"
     "L(c) or L(i,j) evaluates a layout; `heddle functions` lists the functions; docs/language.md has the grammar.\n"},
    {"functions", "heddle functions [GROUP | NAME]...\n"
                  "\n"
                  "Lists the functions of the language in groups; of a group alone, or one of them with an example.\n"
                  "\n"
                  "  heddle functions tiles\n"
                  "  heddle functions coalesce complement\n"},
    {"exit", "0  everything holds, every value was printed\n"
             "1  a claim is false, or an expression has no answer (no such layout, overflow, over capacity)\n"
             "2  malformed: syntax, numbers beyond 64 bits, unknown names, values of the wrong kind, files that\n"
             "   cannot be read\n"
             "3  undecided: a search or a count of coordinates ran into its limit\n"
             "Of several the first in the order 2, 1, 3, 0.\n"},
};

/* The paragraph on one verb of `heddle tmem`, from its line on; false where there is none. */
static bool help_on_tmem(const char *verb) {
  char begin[64];
  const char *text = topics[0].text, *found;
  for (size_t k = 0; k < sizeof topics / sizeof topics[0]; k++) {
    if (strcmp(topics[k].name, "tmem") == 0) text = topics[k].text;
  }
  size_t length = (size_t)snprintf(begin, sizeof begin, "\n  heddle tmem %s ", verb);
  if (length >= sizeof begin || (found = strstr(text, begin)) == NULL) return false;
  do {
    found++;
    size_t line = strcspn(found, "\n");
    printf("%.*s\n", (int)line, found);
    found += line;
  } while (strncmp(found, "\n    ", 5) == 0);
  return true;
}

static int help_on(const char *wanted) {
  for (size_t k = 0; k < sizeof topics / sizeof topics[0]; k++) {
    if (strcmp(topics[k].name, wanted) == 0) {
      fputs(topics[k].text, stdout);
      return 0;
    }
  }
  fprintf(stderr, "heddle help: there is no topic `%s`; try `heddle help`\n", wanted);
  return 2;
}

int hd_command_help(int argc, char **argv) {
  int code = argc > 1 ? 0 : help_on("heddle");
  if (argc == 3 && strcmp(argv[1], "tmem") == 0 && help_on_tmem(argv[2])) return 0;
  for (int k = 1; k < argc; k++) {
    if (k > 1) putchar('\n');
    if (help_on(argv[k]) != 0) code = 2;
  }
  return code;
}
