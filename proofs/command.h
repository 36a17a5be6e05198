/* The verbs of the command. Each takes its own arguments, argv[0] being the verb, and returns the exit code:
 * 0 holds, 1 false or no answer, 2 malformed input, 3 undecided. */
#ifndef HEDDLE_PROOFS_COMMAND_H
#define HEDDLE_PROOFS_COMMAND_H

int hd_command_eval(int argc, char **argv);
int hd_command_explain(int argc, char **argv);
int hd_command_fit(int argc, char **argv);
int hd_command_check(int argc, char **argv);
int hd_command_prove(int argc, char **argv);
int hd_command_tmem(int argc, char **argv);
int hd_command_emit(int argc, char **argv);
int hd_command_convert(int argc, char **argv);
int hd_command_show(int argc, char **argv);
int hd_command_ptx(int argc, char **argv);
int hd_command_functions(int argc, char **argv);
int hd_command_help(int argc, char **argv);

#endif
