import { descriptionKey } from "../../format/description-key.ts";
import { rootedPatterns } from "../../globs/rooted.ts";
import type { FormatSpec } from "../../model/spec.ts";

/**
 * CodeBuddy's rules. Its documentation describes the types of rules, but not all of their keys; those are the keys that
 * the IDE writes into public rule files.
 */
export const codebuddySpec: FormatSpec = {
  id: "codebuddy",
  title: "CodeBuddy",
  targets: ["codebuddy", "codebuddy-code"],
  keys: [
    descriptionKey("With `alwaysApply: false`"),
    {
      name: "alwaysApply",
      type: "boolean",
      field: "inclusion",
      description: "Whether the rule always applies. Default true without `paths`.",
    },
    { name: "paths", type: "string or strings", field: "globs", description: "Patterns of the files that the rule applies to." },
    { name: "enabled", type: "boolean", field: "enabled", description: "Whether the rule is in use. Default true." },
    { name: "updatedAt", type: "string", description: "When the IDE last wrote the file." },
    { name: "provider", type: "string", description: "The plugin that provides the rule." },
  ],
  inclusions: {
    always: { syntax: "`alwaysApply: true`, or no front matter" },
    fileMatch: { syntax: "`paths`" },
    agentRequested: { syntax: "`alwaysApply: false`, `description`" },
    manual: { syntax: "`alwaysApply: false` alone" },
    relevant: { fallback: "agentRequested" },
  },
  globs: rootedPatterns,
  // Without `manual`: CodeBuddy offers a rule with a description to the agent.
  describable: ["always", "fileMatch", "agentRequested"],
  allowsUnknownKeys: true,
  limits: [],
  source: "https://www.codebuddy.ai/docs/ide/User-guide/Rules",
};
