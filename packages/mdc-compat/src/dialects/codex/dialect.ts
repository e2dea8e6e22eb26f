import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { codex } from "./codec.ts";
import { codexSpec } from "./spec.ts";

export const codexDialect: Dialect<"codex"> = {
  id: "codex",
  title: "Codex",
  aliases: ["codex-cli"],
  formats: [
    {
      spec: codexSpec,
      codec: codex,
      locations: [{ dir: ".codex", files: ["AGENTS.override.md", "AGENTS.md"], firstOnly: true, personal: true }],
    },
    ...skillFormats("codex"),
  ],
  output: { kind: "joined", spec: codexSpec, codec: codex, file: "AGENTS.md", nested: true },
};
