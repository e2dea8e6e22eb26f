import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

/**
 * Besides its own files, Crush reads `.cursor/rules`, `.cursorrules`, `.github/copilot-instructions.md`, `AGENTS.md`, `CLAUDE.md`, `CLAUDE.local.md` and
 * `GEMINI.md` in its working directory, all of them and as plain text.
 */
export const crushDialect: Dialect<"crush"> = createPlainDialect({
  id: "crush",
  title: "Crush",
  aliases: ["charm-crush"],
  locations: [
    { dir: "", files: ["CRUSH.md", "CRUSH.local.md"] },
    { dir: ".config/crush", files: ["CRUSH.md"], personal: true },
  ],
  output: { file: "CRUSH.md", nested: false },
  source: "https://github.com/charmbracelet/crush/blob/main/internal/config/config.go",
});

export const crush: RuleCodec = crushDialect.formats[0].codec;
