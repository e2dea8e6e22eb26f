import { descriptionKey } from "../../format/description-key.ts";
import type { FormatSpec, KeySpec } from "../../model/spec.ts";

/** The keys with settings for one tool. They are no part of the imported rule. */
export const toolKeys: readonly string[] = [
  "agentsmd",
  "antigravity",
  "augmentcode",
  "claudecode",
  "copilot",
  "cursor",
  "devin",
  "kiro",
  "pi",
  "roo",
  "takt",
  "windsurf",
];

/** Rules of rulesync, `.rulesync/rules/**\/*.md`. */
export const rulesyncSpec: FormatSpec = {
  id: "rulesync",
  title: "rulesync",
  targets: [],
  keys: [
    { name: "root", type: "boolean", field: "inclusion", description: "Whether the rule is part of the main file of each tool." },
    { name: "localRoot", type: "boolean", field: "inclusion", description: "The same, for one person." },
    { name: "targets", type: "strings", field: "targets", description: "The tools that the rule is for; `*` stands for all." },
    descriptionKey(),
    { name: "globs", type: "strings", field: "globs", description: "The files to which the rule applies." },
    ...toolKeys.map((name): KeySpec => ({
      name,
      type: "mapping",
      field: "metadata",
      description: "Settings of the rule for one tool.",
    })),
  ],
  inclusions: {
    always: { syntax: "`root: true`, `globs` that match all files, or none" },
    fileMatch: { syntax: "`globs`" },
    agentRequested: { fallback: "always" },
    manual: { fallback: "always" },
    relevant: { fallback: "always" },
  },
  globs: {
    withoutSlash: "anywhere",
    withSlash: "root",
    list: "list",
    exclusions: false,
    toCanonical: (glob) => glob,
    fromCanonical: (glob) => [glob],
  },
  describable: ["always", "fileMatch", "agentRequested", "manual", "relevant"],
  allowsUnknownKeys: true,
  limits: [],
  source: "https://github.com/dyoshikawa/rulesync/blob/main/docs/reference/file-formats.md",
};
