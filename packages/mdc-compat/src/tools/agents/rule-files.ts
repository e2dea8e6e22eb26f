import { own } from "../../format/read-groups.ts";
import type { ToolRuleFiles } from "../../model/tool-rule-files.ts";
import type { Dialect } from "../../model/dialect.ts";
import { agents } from "./codec.ts";
import { agentsSpec } from "./spec.ts";

export const agentsDialect: Dialect = {
  id: "agents",
  title: "AGENTS.md",
  aliases: ["agents-md", "agentsmd"],
  formats: [
    {
      spec: agentsSpec,
      codec: agents,
      locations: [
        {
          dir: "",
          // Codex reads AGENTS.override.md instead of AGENTS.md. AGENT.md is the former name.
          files: ["AGENTS.override.md", "AGENTS.md", "AGENT.md"],
          firstOnly: true,
          nested: true,
        },
      ],
    },
  ],
  output: { kind: "joined", spec: agentsSpec, codec: agents, file: "AGENTS.md", nested: true },
};

export const ruleFiles: ToolRuleFiles = {
  dialect: agentsDialect,
  reads: [{ ...own(agentsDialect), pick: "firstInDirectory" }],
};
