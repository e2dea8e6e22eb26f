import type { FormatFacts } from "../../format/facts.ts";
import { fromRootedGlob, toRootedGlobs } from "../../globs/rooted.ts";

/** Trae's project rules. Its files are Cursor's in all but name, and where its documentation says nothing, Cursor's rules hold. */
export const traeFacts: FormatFacts = {
  id: "trae",
  title: "Trae",
  targets: ["trae"],
  keys: [
    { name: "alwaysApply", type: "flag", field: "inclusion", meaning: "Whether the rule always applies." },
    {
      name: "description",
      type: "text",
      field: "description",
      meaning: "What the rule is about. Without patterns, the agent decides by it whether it reads the rule.",
    },
    {
      name: "globs",
      type: "text or texts",
      field: "globs",
      meaning: "Patterns, bare, with commas between them. The rule applies to files that match.",
    },
    { name: "scene", type: ["git_message"], meaning: "`git_message`: the rule also applies when a commit message is generated." },
  ],
  inclusions: {
    always: { written: "`alwaysApply: true`" },
    fileMatch: { written: "`globs`" },
    agentRequested: { written: "`description` alone" },
    manual: { written: "`alwaysApply: false` alone" },
    relevant: { becomes: "agentRequested" },
  },
  // Neither where a pattern without a slash is looked for nor what braces mean is documented.
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
  source: "https://docs.trae.ai/ide/rules",
};
