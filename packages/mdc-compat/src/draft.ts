import { defaultPriority, type RuleDraft } from "@precept/core";

/** What other tools' files can say about a rule. */
type Said = Pick<RuleDraft, "name" | "content" | "inclusion"> & Partial<RuleDraft>;

/** A rule as another tool's file has it: whatever it does not say is as it usually is, and its name comes from the file. */
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
