import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { opencode } from "./codec.ts";
import { opencodeSpec } from "./spec.ts";

/**
 * OpenCode reads `CLAUDE.md` if there is no `AGENTS.md`, and `~/.claude/CLAUDE.md` if there is no `~/.config/opencode/AGENTS.md`.
 */
export const opencodeDialect: Dialect<"opencode"> = {
  id: "opencode",
  title: "OpenCode",
  aliases: [],
  formats: [
    {
      spec: opencodeSpec,
      codec: opencode,
      locations: [{ dir: ".config/opencode", files: ["AGENTS.md"], personal: true }],
    },
    ...skillFormats("opencode"),
  ],
  output: { kind: "joined", spec: opencodeSpec, codec: opencode, file: "AGENTS.md", nested: true },
};
