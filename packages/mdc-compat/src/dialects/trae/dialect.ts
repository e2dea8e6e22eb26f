import type { Dialect } from "../../dialect.ts";
import { trae } from "./codec.ts";
import { traeFacts } from "./facts.ts";

/** Trae reads `AGENTS.md`, `CLAUDE.md` and `CLAUDE.local.md` only where a setting says so. A person's own rules lie in its settings. */
export const traeDialect: Dialect = {
  id: "trae",
  title: "Trae",
  aliases: [],
  formats: [{ facts: traeFacts, codec: trae, places: [{ dir: ".trae/rules", nested: true }] }],
  alsoReads: [],
  output: { kind: "files", facts: traeFacts, codec: trae, dir: ".trae/rules", nested: true },
};
