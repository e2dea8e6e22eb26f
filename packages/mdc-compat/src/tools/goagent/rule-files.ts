import { own } from "../../format/read-groups.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { mdc, mdcSpec } from "../cursor/codec.ts";

/** Cursor's format in the rule directory of goagent. */
const goagentDialect: Dialect = {
  id: "goagent",
  title: "goagent",
  aliases: ["mdc"],
  formats: [
    {
      spec: mdcSpec,
      codec: mdc,
      locations: [
        { dir: ".goagent/rules", nested: true },
        { dir: ".goagent/rules", personal: true },
      ],
    },
  ],
  output: { kind: "files", spec: mdcSpec, codec: mdc, dir: ".goagent/rules", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: goagentDialect,
  reads: [own(goagentDialect)],
};
