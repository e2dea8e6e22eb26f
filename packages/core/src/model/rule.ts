import type { Rule } from "@precept/contract/rule";

export type { Origin, Rule, RuleInput } from "@precept/contract/rule";

/**
 * The rule of a file, as a codec returns it. The store that reads the file adds `id`, `scope`, `origin` and times. `label` is true if the file does
 * not declare a name.
 */
export type RuleDraft = Omit<Rule, "id" | "scope" | "origin" | "createdAt" | "updatedAt"> & { readonly label: boolean };
