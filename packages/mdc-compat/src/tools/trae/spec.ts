import { descriptionKey } from "../../format/description-key.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { commaPatterns } from "../../globs/rooted.ts";

/** Trae's project rules. The format is similar to Cursor's, so it is assumed to work the same if undocumented. */
export const traeSpec: FormatSpec = {
  id: "trae",
  title: "Trae",
  targets: ["trae"],
  keys: [
    { name: "alwaysApply", type: "boolean", field: "inclusion", description: "Whether the rule always applies." },
    descriptionKey("Without patterns"),
    {
      name: "globs",
      type: "string or strings",
      field: "globs",
      description: "Comma-separated patterns without quotes. The rule applies to files that match.",
    },
    {
      name: "scene",
      type: ["git_message"],
      description: "`git_message`: the rule also applies when Trae generates a commit message.",
    },
  ],
  inclusions: {
    always: { syntax: "`alwaysApply: true`" },
    fileMatch: { syntax: "`globs`" },
    agentRequested: { syntax: "`description` alone" },
    manual: { syntax: "`alwaysApply: false` alone" },
    relevant: { fallback: "agentRequested" },
  },
  // Not documented: where a pattern without a slash matches, and whether braces are supported.
  globs: commaPatterns,
  // Without `manual`: Trae offers a rule with a description to the agent.
  describable: ["always", "fileMatch", "agentRequested"],
  allowsUnknownKeys: true,
  limits: [],
  source: "https://docs.trae.ai/ide/rules",
};
