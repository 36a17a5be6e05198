/* Taking the operands of a definition apart, without the library's help.
 *
 * Invariant: a part keeps its own brackets and no others. For definition*.c alone. */
#ifndef HEDDLE_PROOFS_DEFINITION_PARTS_H
#define HEDDLE_PROOFS_DEFINITION_PARTS_H

#include "definition.h"

/* Leaves begin..end-1 of a profile, standing inside `level` pairs of brackets: one mode. */
typedef struct hd_part {
  int begin, end, level;
} hd_part;

hd_part hd_part_all(const hd_profile *profile);
bool hd_part_is_tuple(const hd_profile *profile, hd_part part);
/* The modes of a tuple, or the scalar itself as its one mode; returns their number. */
int hd_part_modes(const hd_profile *profile, hd_part part, hd_part mode[HD_MAX_LEAVES]);
int hd_part_depth(const hd_profile *profile, hd_part part);
/* The mode at a path of plain integers; false when there is none. */
bool hd_part_follow(const hd_profile *profile, const hd_value *path, hd_part *part);

void hd_part_layout(const hd_layout *layout, hd_part part, hd_layout *result);
void hd_part_tuple(const hd_tuple *tuple, hd_part part, hd_tuple *result);

/* Operands in the place of a layout, where a shape is its compact layout, and in the place of a tiler, where a tuple is
 * by-mode and an integer n is n:1. False for what stands for neither. */
bool hd_part_as_layout(const hd_value *value, hd_layout *layout);
bool hd_part_as_tiler(const hd_value *value, hd_tiler *tiler);
/* Whether the tiler's element is `_`, and the layout that it is otherwise. */
bool hd_part_element(const hd_tiler *tiler, int element, hd_layout *layout);

/* The sentence, cut to HD_RULING_TEXT; returns HD_RULING_BROKEN or HD_RULING_OPEN. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
hd_ruling
hd_ruling_broken(char why[HD_RULING_TEXT], const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
hd_ruling
hd_ruling_open(char why[HD_RULING_TEXT], const char *format, ...);

/* Open: some operand is of a kind, or the operands are as many, of which the definition says nothing. */
hd_ruling hd_ruling_unknown(char why[HD_RULING_TEXT]);

/* The definitions of the operations that combine layouts (definition_combine.c). */
hd_ruling hd_define_composition(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_complement(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_logical_divide(const hd_value *argument, int count, const hd_value *result, char *why);
/* Of zipped and tiled, whose mode 0 is the tile; of flat, whose first modes are. */
hd_ruling hd_define_zipped_divide(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_flat_divide(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_logical_product(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_zipped_product(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_flat_product(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_blocked_product(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_raked_product(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_tile_to_shape(const hd_value *argument, int count, const hd_value *result, char *why);

/* The definitions of all other operations (definition_more.c): open where there is none. */
hd_ruling hd_define_more(const char *operation, const hd_value *argument, int count, const hd_value *result, char *why);

/* Where an operand is a swizzle or a composed layout (definition_composed.c): whether one is, the definitions, what two
 * that are the same have in common, and whether a composition with the inner layout has an answer. */
bool hd_part_is_composed(const hd_value *value);
hd_ruling hd_define_composed(const char *operation, const hd_value *argument, int count, const hd_value *result,
                             char *why);
hd_ruling hd_define_make_composed(const hd_value *argument, int count, const hd_value *result, char *why);
hd_ruling hd_define_same_composed(const hd_value *a, const hd_value *b, char *why);
hd_ruling hd_define_composable_inner(const hd_value *a, const hd_value *b, char *why);

#endif
