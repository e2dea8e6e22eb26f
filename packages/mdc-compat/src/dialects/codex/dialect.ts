import type { Dialect } from "../../dialect.ts";
import { codex } from "./codec.ts";
import { codexFacts } from "./facts.ts";

export const codexDialect: Dialect = {
  id: "codex",
  title: "Codex",
  aliases: ["codex-cli"],
  formats: [
    {
      facts: codexFacts,
      codec: codex,
      places: [{ dir: ".codex", files: ["AGENTS.override.md", "AGENTS.md"], firstOnly: true, personal: true }],
    },
  ],
  alsoReads: ["agents"],
  output: { kind: "joined", facts: codexFacts, codec: codex, file: "AGENTS.md", nested: true },
};
