import { descriptionKey } from "../../format/description-key.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { commaPatterns } from "../../globs/rooted.ts";

export const cursorSpec: FormatSpec = {
  id: "cursor",
  title: "Cursor",
  targets: ["cursor"],
  keys: [
    descriptionKey("Without patterns"),
    {
      name: "globs",
      type: "string",
      field: "globs",
      description: "Comma-separated patterns without quotes. The rule applies when a matching file is in the context.",
    },
    { name: "alwaysApply", type: "boolean", field: "inclusion", description: "Whether the rule always applies. Default false." },
  ],
  inclusions: {
    always: { syntax: "`alwaysApply: true`" },
    fileMatch: { syntax: "`globs`" },
    agentRequested: { syntax: "`description` alone" },
    manual: { syntax: "all keys empty" },
    relevant: { fallback: "agentRequested", limitation: "Cursor does not select rules by relevance." },
  },
  globs: commaPatterns,
  // Without `manual`: Cursor offers a rule with a description to the agent.
  describable: ["always", "fileMatch", "agentRequested"],
  allowsUnknownKeys: true,
  limits: [],
  source: "https://cursor.com/docs/rules",
};
