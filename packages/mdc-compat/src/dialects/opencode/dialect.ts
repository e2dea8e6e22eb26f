import type { Dialect } from "../../dialect.ts";
import { opencode } from "./codec.ts";
import { opencodeFacts } from "./facts.ts";

/**
 * OpenCode reads `CLAUDE.md` where there is no `AGENTS.md`, and `~/.claude/CLAUDE.md` where there is no `AGENTS.md` of its own. Since an export writes
 * one, these are not counted on.
 */
export const opencodeDialect: Dialect = {
  id: "opencode",
  title: "OpenCode",
  aliases: [],
  formats: [
    {
      facts: opencodeFacts,
      codec: opencode,
      places: [{ dir: ".config/opencode", files: ["AGENTS.md"], personal: true }],
    },
  ],
  alsoReads: ["agents"],
  output: { kind: "joined", facts: opencodeFacts, codec: opencode, file: "AGENTS.md", nested: true },
};
