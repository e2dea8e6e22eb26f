import type { Dialect } from "../../dialect.ts";
import { agents } from "./codec.ts";
import { agentsFacts } from "./facts.ts";

export const agentsDialect: Dialect = {
  id: "agents",
  title: "AGENTS.md",
  aliases: ["agents-md", "agentsmd"],
  formats: [
    {
      facts: agentsFacts,
      codec: agents,
      places: [
        {
          dir: "",
          // Codex takes the first for what a person puts in place of the second; the third is what the file was called at first.
          files: ["AGENTS.override.md", "AGENTS.md", "AGENT.md"],
          firstOnly: true,
          nested: true,
        },
      ],
    },
  ],
  alsoReads: [],
  output: { kind: "joined", facts: agentsFacts, codec: agents, file: "AGENTS.md", nested: true },
};
