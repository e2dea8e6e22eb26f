import { all, own } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { continueColocated, continueDev, continueRulesFile } from "./codec.ts";
import { colocatedSpec, continueSpec, continueRulesFileSpec } from "./spec.ts";

export const continueDialect: Dialect = {
  id: "continue",
  title: "Continue",
  aliases: ["continue-dev"],
  formats: [
    {
      spec: continueSpec,
      codec: continueDev,
      locations: [{ dir: ".continue/rules" }, { dir: ".continue/rules", personal: true }],
    },
    {
      spec: colocatedSpec,
      codec: continueColocated,
      locations: [{ dir: "", files: ["rules.md"], nested: true, requires: ".continue" }],
    },
    { spec: continueRulesFileSpec, codec: continueRulesFile, locations: [{ dir: "", files: [".continuerules"] }] },
  ],
  output: { kind: "files", spec: continueSpec, codec: continueDev, dir: ".continue/rules", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: continueDialect,

  reads: [all("https://docs.continue.dev/customize/deep-dives/rules", named(["AGENTS.md"])), own(continueDialect)],
};
