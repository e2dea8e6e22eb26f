import type { FormatFacts } from "../../format/facts.ts";
import { plainFacts } from "../../format/plain-facts.ts";

const source = "https://github.com/openai/codex/blob/main/docs/agents_md.md";

/** What Codex makes of `AGENTS.md`. */
export const codexFacts: FormatFacts = plainFacts({
  id: "codex",
  title: "Codex",
  targets: ["codex", "codex-cli"],
  limits: [
    {
      most: 32_768,
      unit: "bytes",
      of: "all",
      effect: "cut",
      meaning:
        "Codex reads 32 KiB of the AGENTS.md files from the root of the project down to the directory that it works in, all of them together. " +
        "It cuts off the rest, in the middle of a file, and so loses those that are deepest first.",
    },
  ],
  source,
});
