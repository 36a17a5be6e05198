/* The list of domains. */
#include "proofs/domain.h"

#include <string.h>

static const hd_domain *const domains[] = {
#define HD_DOMAIN_ENTRY(name) &hd_domain_##name,
    HD_DOMAIN_LIST(HD_DOMAIN_ENTRY)
#undef HD_DOMAIN_ENTRY
};

const hd_domain *hd_domain_at(int index) {
  return index < 0 || index >= (int)(sizeof domains / sizeof domains[0]) ? NULL : domains[index];
}

const hd_domain *hd_domain_find(const char *name, size_t length) {
  const hd_domain *domain;
  for (int k = 0; (domain = hd_domain_at(k)) != NULL; k++)
    if (strlen(domain->name) == length && memcmp(domain->name, name, length) == 0) return domain;
  return NULL;
}

int hd_domain_parameters(const hd_domain *domain) {
  int count = 0;
  while (domain->parameter[count].name != NULL) count++;
  return count;
}
