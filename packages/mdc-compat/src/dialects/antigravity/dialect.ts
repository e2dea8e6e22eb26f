import type { Dialect } from "../../dialect.ts";
import { antigravity } from "./codec.ts";
import { antigravityFacts } from "./facts.ts";

export const antigravityDialect: Dialect = {
  id: "antigravity",
  title: antigravityFacts.title,
  aliases: [],
  formats: [
    {
      facts: antigravityFacts,
      codec: antigravity,
      // New versions write to the first, and still read the second (https://discuss.ai.google.dev/t/new-folder-for-rules/126165).
      places: [{ dir: ".agents/rules" }, { dir: ".agent/rules" }],
    },
  ],
  alsoReads: ["agents", "gemini"],
  output: { kind: "files", facts: antigravityFacts, codec: antigravity, dir: ".agents/rules", nested: false },
};
