import type { Inclusion } from "@precept/core";
import { commaPatterns, toRootedGlobs } from "../../globs/rooted.ts";
import type { FormatSpec } from "../../model/spec.ts";

export const jetbrainsTypes: Readonly<Record<string, Inclusion>> = {
  always: "always",
  manually: "manual",
  "by model decision": "agentRequested",
  "by file patterns": "fileMatch",
};

/**
 * The rules of JetBrains AI Assistant. Its documentation lists the types of rules, but not the keys that the IDE writes
 * for them; those are the keys of public rule files.
 */
export const jetbrainsSpec: FormatSpec = {
  id: "jetbrains",
  title: "JetBrains AI Assistant",
  targets: ["jetbrains", "aiassistant", "jetbrains-ai"],
  keys: [
    {
      name: "apply",
      type: [...Object.keys(jetbrainsTypes), "off"],
      field: "inclusion",
      description: "When the rule applies. Default `always`. `off`: never.",
    },
    {
      name: "instructions",
      type: "string",
      field: "description",
      description: "When to use the rule. With `apply: by model decision`, the model uses it to decide whether to read the rule.",
    },
    {
      name: "patterns",
      type: "string or strings",
      field: "globs",
      description:
        "Comma-separated patterns without quotes. With `apply: by file patterns`, the rule applies when the chat refers to a matching file.",
    },
  ],
  inclusions: {
    always: { syntax: "`apply: always`, or no front matter" },
    fileMatch: { syntax: "`apply: by file patterns`, `patterns`" },
    agentRequested: { syntax: "`apply: by model decision`, `instructions`" },
    manual: { syntax: "`apply: manually`" },
    relevant: { fallback: "agentRequested" },
  },
  // Only documented by examples: `*.kt` for all files of a language, and `src/**` for a directory of the project.
  globs: { ...commaPatterns, withoutSlash: "anywhere", toCanonical: (glob) => glob, fromCanonical: toJetbrainsGlobs },
  describable: ["always", "fileMatch", "agentRequested", "manual"],
  allowsUnknownKeys: true,
  limits: [],
  source: "https://www.jetbrains.com/help/ai-assistant/configure-project-rules.html",
};

/** Converts a pattern from Precept's syntax. A root pattern keeps its slash, or it would match at any depth. */
export function toJetbrainsGlobs(glob: string): readonly string[] {
  return toRootedGlobs(glob).map((one) => (one.includes("/") || one === "**" ? one : `/${one}`));
}
