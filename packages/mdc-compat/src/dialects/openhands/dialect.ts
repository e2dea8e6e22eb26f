import type { Dialect } from "../../model/dialect.ts";
import { openhands } from "./codec.ts";
import { openhandsSpec } from "./spec.ts";

/**
 * OpenHands also reads `.cursorrules`, `CLAUDE.md` and `GEMINI.md` as plain text.
 */
export const openhandsDialect: Dialect<"openhands"> = {
  id: "openhands",
  title: openhandsSpec.title,
  aliases: ["all-hands"],
  formats: [
    {
      spec: openhandsSpec,
      codec: openhands,
      locations: [
        { dir: ".openhands/skills" },
        { dir: ".openhands/microagents" },
        { dir: ".openhands/skills", personal: true },
        { dir: ".openhands/microagents", personal: true },
      ],
    },
  ],
  output: { kind: "files", spec: openhandsSpec, codec: openhands, dir: ".openhands/skills", nested: false },
};
