/* The places of one element. */
#include "algebra/checked.h"
#include "algebra/fit.h"
#include "algebra/placement.h"
#include "algebra/placement_factors.h"
#include "algebra/refusals.h"

static int axis_index(const hd_places *places, hd_axis axis) {
  int k = 0;
  while (places->axis[k] != axis) ++k;
  return k;
}

static hd_status fail_outside(int64_t number, int64_t extent, int leaf, hd_error *error) {
  hd_refuse(error, HD_RANGE, "places", "{0} is not one of 0 to {1}", number, extent - 1, 0);
  if (error) error->leaf = leaf;
  return HD_RANGE;
}

/* The number of the element at a coordinate of a shape. */
static hd_status element_at(const hd_placement *placement, const hd_tuple *x, const hd_tuple *shape, hd_error *error,
                            int64_t *element) {
  int leaves = shape->profile.leaves;
  int64_t factor = 1, size;
  hd_status status = hd_check_flat(shape, 1, "places", error);
  if (status != HD_OK) return status;
  if (!hd_tuple_product(shape, &size) || size != hd_placement_size(placement))
    return hd_refuse_size(error, "places", placement, shape);
  if (x->profile.leaves != leaves) return hd_refuse_coordinate(error, "places", x, shape);
  *element = 0;
  for (int k = 0; k < leaves; ++k) {
    int mode = hd_fastest(placement->order, leaves, k);
    if (x->value[mode] < 0 || x->value[mode] >= shape->value[mode])
      return fail_outside(x->value[mode], shape->value[mode], mode, error);
    *element += x->value[mode] * factor;
    factor *= shape->value[mode];
  }
  return HD_OK;
}

/* The number of element x, as hd_places_start takes it. */
static hd_status element_of(const hd_placement *placement, const hd_tuple *x, const hd_tuple *shape, hd_error *error,
                            int64_t *element) {
  hd_tuple own;
  hd_status status = hd_check_flat(x, INT64_MIN, "places", error);
  if (status != HD_OK) return status;
  if (!hd_is_tuple(&x->profile)) {
    *element = x->value[0];
    int64_t size = hd_placement_size(placement);
    return *element < 0 || *element >= size ? fail_outside(*element, size, -1, error) : HD_OK;
  }
  if (shape) return element_at(placement, x, shape, error, element);
  hd_tuple_clear(&own);
  for (int k = 0; k < placement->shards; ++k) hd_tuple_append(&own, placement->shard[k].extent, HD_AXIS_INTEGER);
  if (placement->shards > 0) hd_profile_wrap(&own.profile, 0);
  return element_at(placement, x, &own, error, element);
}

hd_status hd_places_start(const hd_placement *placement, const hd_tuple *x, const hd_tuple *shape, hd_error *error,
                          hd_places *places) {
  int64_t element;
  hd_status status = element_of(placement, x, shape, error, &element);
  if (status != HD_OK) return status;
  places->placement = placement;
  places->axes = hd_placement_axes(placement, places->axis);
  for (int k = 0; k < places->axes; ++k) places->place[k] = hd_placement_offset(placement, places->axis[k]);
  for (int k = 0; k < placement->shards; ++k) {
    const hd_iter *iter = &placement->shard[hd_fastest(placement->order, placement->shards, k)];
    places->place[axis_index(places, iter->axis)] += element % iter->extent * iter->stride;
    element /= iter->extent;
  }
  for (int k = 0; k < placement->replicas; ++k) {
    places->of_replica[k] = (uint8_t)axis_index(places, placement->replica[k].axis);
    places->digit[k] = 0;
  }
  return HD_OK;
}

bool hd_places_next(hd_places *places) {
  const hd_placement *placement = places->placement;
  for (int k = 0; k < placement->replicas; ++k) {
    const hd_iter *iter = &placement->replica[k];
    int64_t *number = &places->place[places->of_replica[k]];
    if (++places->digit[k] < iter->extent) {
      *number += iter->stride;
      return true;
    }
    places->digit[k] = 0;
    *number -= (iter->extent - 1) * iter->stride;
  }
  return false;
}

/* ---- as a set ---- */

static int compare(const int64_t *a, const int64_t *b, int axes) {
  for (int k = 0; k < axes; ++k)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

/* Where the place stands among `count` rising ones, or would stand; *found says which. */
static int find(const int64_t *list, int count, const int64_t *place, int axes, bool *found) {
  int low = 0, high = count;
  *found = false;
  while (low < high && !*found) {
    int middle = low + (high - low) / 2, order = compare(place, list + (ptrdiff_t)middle * axes, axes);
    *found = order == 0;
    if (order > 0) low = middle + 1;
    else high = middle;
  }
  return high;
}

hd_status hd_placement_places(const hd_placement *placement, const hd_tuple *x, const hd_tuple *shape, int capacity,
                              hd_error *error, int64_t *place, int *count) {
  hd_places places;
  int64_t visited = 0;
  int made = 0;
  hd_status status = hd_places_start(placement, x, shape, error, &places);
  if (status != HD_OK) return status;
  do {
    bool found;
    int at = find(place, made, places.place, places.axes, &found);
    if (++visited > HD_MAX_VISITS)
      return hd_refuse(error, HD_UNDECIDED, "places",
                       "the first {0} sums of the replica are at {1} places, and others remain", HD_MAX_VISITS, made,
                       0);
    if (found) continue;
    if (made == capacity)
      return hd_refuse(error, HD_CAPACITY, "places", "there is room for {0} of the element's places, and it has more",
                       capacity, 0, 0);
    for (ptrdiff_t k = (ptrdiff_t)made * places.axes; k-- > (ptrdiff_t)at * places.axes;)
      place[k + places.axes] = place[k];
    for (int k = 0; k < places.axes; ++k) place[(ptrdiff_t)at * places.axes + k] = places.place[k];
    made++;
  } while (hd_places_next(&places));
  *count = made;
  return HD_OK;
}
