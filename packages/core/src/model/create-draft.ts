import { defaultPriority } from "./priority.ts";
import type { RuleDraft } from "./rule.ts";

/** What every file says about its rule, and whatever else it says. */
type Said = Pick<RuleDraft, "name" | "content" | "inclusion"> & Partial<RuleDraft>;

/** Makes the draft of a rule from what its file says: the rest is as it usually is, and the name is taken for that of the file. */
export function createDraft(said: Said): RuleDraft {
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
    ...said,
  };
}
