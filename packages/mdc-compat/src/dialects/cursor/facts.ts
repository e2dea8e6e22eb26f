import type { FormatFacts } from "../../format/facts.ts";
import { fromRootedGlob, toRootedGlobs } from "../../globs/rooted.ts";

const docs = "https://cursor.com/docs/rules";

/** Cursor's project rules. */
export const cursorFacts: FormatFacts = {
  id: "cursor",
  title: "Cursor",
  targets: ["cursor"],
  keys: [
    {
      name: "description",
      type: "text",
      field: "description",
      meaning: "What the rule is about. Without patterns, the agent decides by it whether it reads the rule.",
    },
    {
      name: "globs",
      type: "text",
      field: "globs",
      meaning: "Patterns, bare, with commas between them. The rule applies when a matching file is in the context.",
    },
    { name: "alwaysApply", type: "flag", field: "inclusion", meaning: "Whether the rule always applies. Default false." },
  ],
  inclusions: {
    always: { written: "`alwaysApply: true`" },
    fileMatch: { written: "`globs`" },
    agentRequested: { written: "`description` alone" },
    manual: { written: "no key filled in" },
    relevant: { becomes: "agentRequested", lacks: "Cursor finds no rules by relevance." },
  },
  globs: {
    bare: "root",
    rooted: "root",
    list: "commas",
    exclusions: false,
    toCanonical: fromRootedGlob,
    fromCanonical: toRootedGlobs,
  },
  // With a description, a rule that has to be asked for would be offered to the agent.
  describes: ["always", "fileMatch", "agentRequested"],
  keepsKeys: true,
  limits: [],
  source: docs,
};
