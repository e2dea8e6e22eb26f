import type { Dialect } from "../../model/dialect.ts";
import { zed } from "./codec.ts";
import { zedSpec } from "./spec.ts";

/**
 * If there is no `.rules`, Zed reads the first of `.cursorrules`, `.windsurfrules`, `.clinerules`, `.github/copilot-instructions.md`, `AGENT.md`,
 * `AGENTS.md`, `CLAUDE.md` and `GEMINI.md`. Zed reads one file in the root
 * directory of a project, and none in its subdirectories.
 */
export const zedDialect: Dialect<"zed"> = {
  id: "zed",
  title: "Zed",
  aliases: [],
  formats: [
    {
      spec: zedSpec,
      codec: zed,
      locations: [
        { dir: "", files: [".rules"] },
        { dir: ".config/zed", files: ["AGENTS.md"], personal: true },
      ],
    },
  ],
  output: { kind: "joined", spec: zedSpec, codec: zed, file: ".rules", nested: false },
};
