import { all } from "../../format/read-groups.ts";
import { named } from "../agents/named.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { amazonq } from "./codec.ts";
import { amazonqSpec } from "./spec.ts";

export const amazonqDialect: Dialect = {
  id: "amazonq",
  title: "Amazon Q Developer",
  aliases: ["amazon-q", "q"],
  formats: [
    {
      spec: amazonqSpec,
      codec: amazonq,
      locations: [{ dir: ".amazonq/rules" }, { dir: "", files: ["AmazonQ.md"] }],
    },
  ],
  output: { kind: "files", spec: amazonqSpec, codec: amazonq, dir: ".amazonq/rules", nested: false },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: amazonqDialect,

  reads: [
    all(
      "https://github.com/aws/amazon-q-developer-cli/blob/main/docs/default-agent-behavior.md",
      named(["AmazonQ.md", "README.md"], { codec: amazonq }),
      { dir: ".amazonq/rules", codec: amazonq },
    ),
  ],
  remarks: ["`resources` in the file of an agent replace this list."],
};
