import { descriptionKey } from "../../format/description-key.ts";
import { pathInclusions } from "../../format/plain-codec.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { rootedPatterns } from "../../globs/rooted.ts";

/** Qwen Code's rules. They always apply, or apply by file. Qwen Code removes HTML comments from them, even in code. */
export const qwenSpec: FormatSpec = {
  id: "qwen",
  title: "Qwen Code",
  targets: ["qwen", "qwen-code", "qwencode"],
  keys: [
    {
      name: "paths",
      type: "string or strings",
      field: "globs",
      description:
        "One pattern, or a list. The rule applies when the agent uses a matching file; without patterns it always applies.",
    },
    descriptionKey(),
  ],
  inclusions: pathInclusions,
  globs: { ...rootedPatterns, list: "list" },
  describable: ["always", "fileMatch"],
  allowsUnknownKeys: true,
  limits: [],
  source: "https://github.com/QwenLM/qwen-code/tree/main/packages/core/src/utils/rulesDiscovery.ts",
};
