import type { FormatSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";
import { fromRootedGlob, toRootedGlob } from "../../globs/rooted.ts";
import { geminiImports } from "../gemini/spec.ts";

const utils = "https://github.com/QwenLM/qwen-code/tree/main/packages/core/src/utils";

const targets = ["qwen", "qwen-code", "qwencode"];

/** Qwen Code's rules. They always apply, or apply by file. Qwen Code removes HTML comments from them, even in code. */
export const qwenSpec: FormatSpec = {
  id: "qwen",
  title: "Qwen Code",
  targets,
  keys: [
    {
      name: "paths",
      type: "string or strings",
      field: "globs",
      description:
        "One pattern, or a list. The rule applies when the agent uses a matching file; without patterns it always applies.",
    },
    { name: "description", type: "string", field: "description", description: "What the rule is about." },
  ],
  inclusions: {
    always: { syntax: "no `paths`" },
    fileMatch: { syntax: "`paths`" },
    agentRequested: { fallback: "always" },
    manual: { fallback: "always" },
    relevant: { fallback: "always" },
  },
  globs: {
    withoutSlash: "root",
    withSlash: "root",
    list: "list",
    exclusions: false,
    toCanonical: fromRootedGlob,
    fromCanonical: (glob) => [toRootedGlob(glob)],
  },
  describable: ["always", "fileMatch"],
  allowsUnknownKeys: true,
  limits: [],
  source: `${utils}/rulesDiscovery.ts`,
};

/** `QWEN.md`. Other file names, which its settings allow, are not supported. */
export const qwenMemorySpec: FormatSpec = createPlainSpec({
  id: "qwen-memory",
  title: "Qwen Code",
  targets,
  // Qwen Code is based on Gemini CLI, and expands the same imports.
  imports: geminiImports,
  source: `${utils}/memoryDiscovery.ts`,
});
