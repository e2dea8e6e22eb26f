import type { Dialect } from "../../model/dialect.ts";
import { antigravity } from "./codec.ts";
import { antigravitySpec } from "./spec.ts";

export const antigravityDialect: Dialect<"antigravity"> = {
  id: "antigravity",
  title: antigravitySpec.title,
  aliases: [],
  formats: [
    {
      spec: antigravitySpec,
      codec: antigravity,
      // New versions write to .agents/rules and still read .agent/rules (https://discuss.ai.google.dev/t/new-folder-for-rules/126165).
      locations: [{ dir: ".agents/rules" }, { dir: ".agent/rules" }],
    },
  ],
  output: { kind: "files", spec: antigravitySpec, codec: antigravity, dir: ".agents/rules", nested: false },
};
