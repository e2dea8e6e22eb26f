import type { FormatSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";

const source = "https://github.com/openai/codex/blob/main/docs/agents_md.md";

/** `AGENTS.md` as Codex reads it. */
export const codexSpec: FormatSpec = createPlainSpec({
  id: "codex",
  title: "Codex",
  targets: ["codex", "codex-cli"],
  limits: [
    {
      max: 32_768,
      unit: "bytes",
      appliesTo: "allFiles",
      effect: "truncated",
      description:
        "Codex reads at most 32 KiB of all AGENTS.md files together, from the project root down to its working directory. It truncates the rest, even " +
        "in the middle of a file, so the deepest files are lost first.",
    },
  ],
  source,
});
