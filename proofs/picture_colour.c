/* The colours of pictures: eight steps of lightness, each of another hue.
 *
 * In L* of CIE 1976 they are 95, 90, 86, 81, 76, 72, 67 and 62, so that without any colour they are eight greys; hues
 * and saturations are those that keep the least distance of two colours largest, to people who see all colours and to
 * those without red, green or blue receptors. Neighbours in number are far apart in lightness. */
#include "proofs/picture.h"

static const struct {
  uint32_t fill;
  int background; /* of the 256-colour palette, chosen in the same way among the few that it has */
} colour[HD_PICTURE_COLOURS] = {{0xf0f1f2, 224}, {0xd2983c, 178}, {0xa6cdf3, 153}, {0xc2f461, 154},
                                {0xb5adb1, 109}, {0xf1d385, 149}, {0x54d294, 78},  {0x8e91d0, 141}};

uint32_t hd_picture_fill(int64_t k) { return colour[k % HD_PICTURE_COLOURS].fill; }

int hd_picture_background(int64_t k) { return colour[k % HD_PICTURE_COLOURS].background; }

int64_t hd_legend_colours(const hd_legend *legend) {
  return legend->count > 0 && legend->count < HD_PICTURE_COLOURS ? legend->count : HD_PICTURE_COLOURS;
}

void hd_legend_text(const hd_legend *legend, char text[HD_LEGEND_TEXT]) {
  const bool all = legend->count == hd_legend_colours(legend);
  snprintf(text, HD_LEGEND_TEXT, "colour: %s%s", legend->name, all ? "" : " mod 8");
}
