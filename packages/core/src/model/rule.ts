import type { Rule } from "@precept/contract/rule";
import { defaultPriority } from "@precept/contract/values";

export type { Origin, Rule, RuleInput } from "@precept/contract/rule";

/** The rule of a file, as a codec returns it. The store adds the other fields. `label`: the file declares no name. */
export type RuleDraft = Omit<Rule, "id" | "scope" | "origin" | "createdAt" | "updatedAt"> & { readonly label: boolean };

type DraftFields = Pick<RuleDraft, "name" | "content" | "inclusion"> & Partial<RuleDraft>;

/** Creates the draft of a rule. Missing fields get their defaults; by default, `label` is true. */
export function createDraft(fields: DraftFields): RuleDraft {
  return {
    label: true,
    description: "",
    globs: [],
    priority: defaultPriority,
    override: false,
    enabled: true,
    pending: false,
    authority: "default",
    contexts: [],
    targets: [],
    tags: [],
    checks: [],
    version: 1,
    replaces: [],
    metadata: {},
    ...fields,
  };
}
