import { defaultPriority } from "@precept/contract/values";
import type { RuleDraft } from "./rule.ts";

/** The required fields, and any others. */
type DraftFields = Pick<RuleDraft, "name" | "content" | "inclusion"> & Partial<RuleDraft>;

/**
 * Creates the draft of a rule from fields of its file. Other fields get their defaults; `label` is true by default: the name comes from the file
 * name.
 */
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
    version: 1,
    replaces: [],
    metadata: {},
    ...fields,
  };
}
