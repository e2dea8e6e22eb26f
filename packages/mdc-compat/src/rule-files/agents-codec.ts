import type { RuleCodec } from "@precept/core";
import { createPlainCodec, createPlainSpec } from "../format/plain-codec.ts";
import type { FormatSpec } from "../model/spec.ts";

/** `AGENTS.md`, which many tools read. */
export const agentsSpec: FormatSpec = createPlainSpec({
  id: "agents",
  title: "AGENTS.md",
  targets: ["agents", "agents-md", "agentsmd", "jules"],
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

/** Codec of `AGENTS.md`, in the project and in its subdirectories. */
export const agents: RuleCodec = createPlainCodec({ spec: agentsSpec, getName: getAgentsName });

/** All variants of `AGENTS.md` give one rule name. Other files read this way, such as `CLAUDE.md`, keep their names. */
export function getAgentsName(path: string): string | undefined {
  return /(?:^|\/)AGENTS?(?:\.[a-z]+)?\.md$/.test(path) ? "AGENTS" : undefined;
}
