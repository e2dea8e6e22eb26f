import { own } from "../../format/read-groups.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { precept } from "../precept/codec.ts";
import { preceptSpec } from "../precept/rule-files.ts";

const spec: FormatSpec = { ...preceptSpec, targets: ["dataagent"] };

/** Native rules in the rule directory of DataAgent. */
const dataagentDialect: Dialect = {
  id: "dataagent",
  title: "DataAgent",
  aliases: [],
  formats: [
    {
      spec,
      codec: precept,
      locations: [
        { dir: ".dataagent/rules", nested: true },
        { dir: ".dataagent/rules", personal: true },
      ],
    },
  ],
  output: { kind: "files", spec, codec: precept, dir: ".dataagent/rules", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: dataagentDialect,
  reads: [own(dataagentDialect)],
};
