import { all, own } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { trae } from "./codec.ts";
import { traeSpec } from "./spec.ts";

/** Trae reads `AGENTS.md`, `CLAUDE.md` and `CLAUDE.local.md` only if a setting is on. It stores the user's own rules in its settings, not in files. */
const traeDialect: Dialect = {
  id: "trae",
  title: "Trae",
  aliases: [],
  formats: [{ spec: traeSpec, codec: trae, locations: [{ dir: ".trae/rules", nested: true }] }],
  output: { kind: "files", spec: traeSpec, codec: trae, dir: ".trae/rules", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: traeDialect,

  reads: [
    own(traeDialect),
    all(
      "https://github.com/dyoshikawa/rulesync",
      named(["AGENTS.md"], { setting: "Include AGENTS.md in context" }),
      named(["CLAUDE.md", "CLAUDE.local.md"], { setting: "Include CLAUDE.md in context" }),
    ),
  ],
};
