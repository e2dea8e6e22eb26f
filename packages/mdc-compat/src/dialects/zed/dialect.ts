import type { Dialect } from "../../dialect.ts";
import { zed } from "./codec.ts";
import { zedFacts } from "./facts.ts";

/**
 * Where there is no `.rules`, Zed reads the first of `.cursorrules`, `.windsurfrules`, `.clinerules`, `.github/copilot-instructions.md`, `AGENT.md`,
 * `AGENTS.md`, `CLAUDE.md` and `GEMINI.md`. They belong to other dialects, and since an export writes `.rules`, Zed does not look at them any more.
 */
export const zedDialect: Dialect = {
  id: "zed",
  title: "Zed",
  aliases: [],
  formats: [
    {
      facts: zedFacts,
      codec: zed,
      places: [
        { dir: "", files: [".rules"] },
        { dir: ".config/zed", files: ["AGENTS.md"], personal: true },
      ],
    },
  ],
  alsoReads: [],
  output: { kind: "joined", facts: zedFacts, codec: zed, file: ".rules", nested: false },
};
