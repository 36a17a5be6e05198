/* `heddle prove --list` and `--domains`: what the theorems say, and of which cases. */
#include "proofs/command_prove.h"

static void print_theorem(const hd_theorem *theorem) {
  const hd_domain *domain = hd_theorem_domain(theorem);
  printf("%s: %s\n  %s", theorem->name, theorem->statement, domain->name);
  for (int i = 0; domain->parameter[i].name != NULL; i++)
    printf("%c%s=%lld", i == 0 ? ' ' : ',', domain->parameter[i].name, (long long)theorem->quick.value[i]);
  printf(": %llu cases\n", (unsigned long long)domain->count(&theorem->quick));
}

static void answer_theorem(hd_json *json, const hd_theorem *theorem) {
  const hd_domain *domain = hd_theorem_domain(theorem);
  hd_json_object(json, NULL);
  hd_json_text(json, "theorem", theorem->name);
  hd_json_text(json, "statement", theorem->statement);
  hd_json_text(json, "domain", domain->name);
  hd_json_object(json, "bound");
  for (int i = 0; domain->parameter[i].name != NULL; i++)
    hd_json_integer(json, domain->parameter[i].name, theorem->quick.value[i]);
  hd_json_close(json);
  hd_json_natural(json, "cases", domain->count(&theorem->quick));
  hd_json_close(json);
}

int hd_prove_list(const hd_prove_options *options) {
  hd_json *json = hd_answer_json();
  if (json != NULL) hd_json_list(json, "theorems");
  for (int k = 0; k < options->theorems; k++) {
    if (json != NULL) answer_theorem(json, options->theorem[k]);
    else print_theorem(options->theorem[k]);
  }
  return 0;
}

static void print_domain(const hd_domain *domain) {
  printf("%s: %s\n ", domain->name, domain->meaning);
  for (int i = 0; domain->parameter[i].name != NULL; i++)
    printf(" %s=%lld..%lld", domain->parameter[i].name, (long long)domain->parameter[i].least,
           (long long)domain->parameter[i].most);
  putchar('\n');
}

static void answer_domain(hd_json *json, const hd_domain *domain) {
  hd_json_object(json, NULL);
  hd_json_text(json, "domain", domain->name);
  hd_json_text(json, "meaning", domain->meaning);
  hd_json_list(json, "parameters");
  for (int i = 0; domain->parameter[i].name != NULL; i++) {
    hd_json_object(json, NULL);
    hd_json_text(json, "name", domain->parameter[i].name);
    hd_json_integer(json, "least", domain->parameter[i].least);
    hd_json_integer(json, "most", domain->parameter[i].most);
    hd_json_close(json);
  }
  hd_json_close(json);
  hd_json_close(json);
}

int hd_prove_domains(void) {
  const hd_domain *domain;
  hd_json *json = hd_answer_json();
  if (json != NULL) hd_json_list(json, "domains");
  for (int k = 0; (domain = hd_domain_at(k)) != NULL; k++) {
    if (json != NULL) answer_domain(json, domain);
    else print_domain(domain);
  }
  return 0;
}
