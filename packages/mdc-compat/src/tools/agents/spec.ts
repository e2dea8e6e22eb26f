import type { FormatSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";

/** `AGENTS.md`, which many tools read. */
export const agentsSpec: FormatSpec = createPlainSpec({
  id: "agents",
  title: "AGENTS.md",
  targets: ["agents", "agents-md", "agentsmd"],
  limits: [
    {
      max: 32_768,
      unit: "bytes",
      appliesTo: "eachFile",
      effect: "advisory",
      description: "Codex reads at most 32 KiB of all AGENTS.md files together and ignores the rest.",
      source: "https://github.com/openai/codex/blob/main/docs/agents_md.md",
    },
  ],
  source: "https://agents.md/",
});
