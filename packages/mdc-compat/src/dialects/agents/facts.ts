import type { FormatFacts } from "../../format/facts.ts";
import { plainFacts } from "../../format/plain-facts.ts";

/** `AGENTS.md`, which many tools read. */
export const agentsFacts: FormatFacts = plainFacts({
  id: "agents",
  title: "AGENTS.md",
  targets: ["agents", "agents-md", "agentsmd"],
  limits: [
    {
      most: 32_768,
      unit: "bytes",
      of: "file",
      effect: "advice",
      meaning: "Codex reads no more than 32 KiB of all AGENTS.md files together, and cuts off the rest.",
      source: "https://github.com/openai/codex/blob/main/docs/agents_md.md",
    },
  ],
  source: "https://agents.md/",
});
