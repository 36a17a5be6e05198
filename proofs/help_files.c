/* The table of verbs: those that read files, and those that help. */
#include "proofs/help.h"

static const hd_option of_check[] = {{"--tap", NULL, "in the Test Anything Protocol, a line for each claim"},
                                     {"--quiet", NULL, "only what does not hold or has a note, and the summary"},
                                     {NULL, NULL, NULL}};

static const hd_option of_ptx[] = {
    {"--sarif", NULL, "the findings as SARIF 2.1.0, which editors and CI show at their places"},
    {"--quiet", NULL, "no line on what is unknown, nor on kernels without a fault"},
    {"--max-registers", "N", "a fault where more registers are in flight, of loads and stores together"},
    {"--threads", "N", "each CTA has N threads along x; else .reqntid and .maxntid tell, or nothing does"},
    {"--relative-lane", NULL, "a lane below 32 in an address is every warp's"},
    {NULL, NULL, NULL}};

static const hd_option of_prove[] = {
    {"--bound", "NAME=N,..", "how far the cases go, in place of the quick bounds"},
    {"--list", NULL, "what the theorems say, with their bounds and how many cases those have"},
    {"--domains", NULL, "what the cases are, and how far each bound may go"},
    {"--tap", NULL, "in the Test Anything Protocol, a line for each theorem"},
    {"--threads", "N", "else as many as the machine has processors"},
    {"--out", "FILE", "a certificate, in JSON"},
    {"--checkpoint", "FILE",
     "what is known so far, every 30 seconds; where there is one, it is gone on from: no case is lost, and none "
     "counted "
     "twice"},
    {"--every", "SECONDS", "between checkpoints"},
    {"--shard", "K/N",
     "share K of N, counted from 0; else what mpirun, srun or a job array say, each share with files of its own, "
     "FILE.K-of-N"},
    {"--shards", "N", "tasks of a PBS array"},
    {"--quiet", NULL, "no progress"},
    {"--merge", NULL, "the files, shares, as one certificate"},
    {"--verify", NULL, "cases of each record in the files judged again, drawn at random"},
    {"--sample", "N", "how many of them"},
    {"--seed", "S", "of drawing them"},
    {NULL, NULL, NULL}};

static const hd_option of_conform[] = {
    {"--all", NULL, "every failing row and not the first 20"},
    {"--list", NULL, "every row with its verdict"},
    {"--tap", NULL, "in the Test Anything Protocol, a line for each row"},
    {"--as", "exact|main|variant|errors|disputed|cells", "what all files are, which else their names tell"},
    {NULL, NULL, NULL}};

static const hd_option of_help[] = {
    {"--format", "text|bash|zsh|fish|man", "the whole table, for a shell that completes words, or as a manual page"},
    {NULL, NULL, NULL}};

const hd_verb hd_verbs_of_files[] = {
    {"check", "[OPTION]... FILE...", "decide the claims of a file",
     "Decides every claim of the files; `-` is the standard input, and `--` ends the options. A verdict is `proved` "
     "(by "
     "canonical forms), `checked N of N` (by visiting every coordinate), or FALSE, undefined, undecided or malformed, "
     "with what is to blame.\n"
     "  let L = (32,4):(4,1)\n"
     "  claim \"every cell once\": bijective(L onto 128)\n"
     "  claim \"index arithmetic\": forall t<32, r<4: L(t,r) == 4*t + r\n"
     "  for N in 1, 2, 4..8: claim \"size\": size((N,4):(4,1)) == 4*N\n"
     "  claim undefined((6,2):(1,7) o (3,2):(2,3))\n"
     "A file with a syntax error is reported and not checked at all.",
     of_check, NULL, HD_TAKES_FILES},
    {"ptx check", "[OPTION]... FILE...", "how a kernel's PTX uses tensor memory, on every path",
     "Reads PTX, follows every path of each kernel, and reports what it does wrong with tensor memory: file, line, "
     "rule, reason, and where the other access was. `-` is the standard input. What cannot be decided is said to be "
     "unknown, and counted. docs/ptx-check.md has the rules with an example each.\n"
     "Exit codes: 0 no fault and nothing unknown, 1 a fault, 2 a file that does not parse or cannot be read, 3 no "
     "fault "
     "but something unknown.",
     of_ptx, NULL, HD_TAKES_FILES},
    {"prove", "[OPTION]... [THEOREM]...", "theorems about all small layouts: every case judged, and counted",
     "Judges theorems about Heddle itself, each at every case of its domain up to a bound, and counts them: as many as "
     "a formula says that there are. Without names all of them, up to their quick bounds. A theorem may be written "
     "down "
     "in its place: forall, names, in a domain, and what holds of each of its cases. What is printed is `proved`, "
     "`part` (a share of the work), or FALSE with the smallest case that fails.\n"
     "Exit codes: 0 proved, or a share without a failure, 1 a case fails, 2 malformed, 3 open or empty.",
     of_prove,
     "heddle prove composition --bound modes=3,extent=4,stride=4 --out composition.json\n"
     "heddle prove 'forall A in layouts(2,4,4): size(A o 4:2) == 4'\n"
     "heddle prove --merge share.0 share.1 --out composition.json\n"
     "heddle prove --verify composition.json --sample 1000\n",
     HD_TAKES_THEOREMS},
    {"conform", "[OPTION]... FILE.tsv...", "compare with recorded answers of other implementations",
     "Asks what others were asked, and closes with `N passed, N failed[, N skipped]`; `-` is the standard input. A row "
     "is\n"
     "  source  case-id  operation  argument..  =>  expected  [notes]\n"
     "separated by tabs; `#` begins a comment. The kinds of files are\n"
     "  exact     the answer prints as expected (cute_ir.tsv)\n"
     "  main      the same, but for strides of extents of 1 (any other name)\n"
     "  variant   it is the same function (*_variant, *_dynamic)\n"
     "  errors    refused, or answered rightly at every coordinate (*_errors)\n"
     "  disputed  refused, or answered rightly and otherwise (*_disputed)\n"
     "  cells     `op shape N packing thread reg lane col half`: that register is that cell (*_cells)\n"
     "Exit codes: 0 nothing failed and something passed, 1 otherwise, 2 an option, a file that cannot be read or has "
     "no "
     "rows, or a malformed row: an unknown operation, too few or too many operands. The other files are read all the "
     "same.",
     of_conform, NULL, HD_TAKES_FILES},
    {"functions", "[GROUP | NAME]...", "the functions of the language, with an example each",
     "Lists the functions of the language in groups; of a group alone, or one of them with an example.", NULL,
     "heddle functions tiles\n"
     "heddle functions coalesce complement\n",
     HD_TAKES_NAMES},
    {"help", "[TOPIC]...", "what a verb does, and which options it takes",
     "Prints the help on verbs, on the language, and on exit codes.", of_help,
     "heddle help check\n"
     "heddle help tmem plan\n"
     "heddle help --format bash >heddle.bash && . ./heddle.bash\n",
     HD_TAKES_VERBS},
    {NULL, NULL, NULL, NULL, NULL, NULL, HD_TAKES_TEXT}};
