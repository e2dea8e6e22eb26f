import type { Dialect } from "../../dialect.ts";
import { kiro } from "./codec.ts";
import { kiroFacts } from "./facts.ts";

export const kiroDialect: Dialect = {
  id: "kiro",
  title: "Kiro",
  aliases: ["kiro-ide", "kiro-cli"],
  formats: [
    {
      facts: kiroFacts,
      codec: kiro,
      places: [{ dir: ".kiro/steering" }, { dir: ".kiro/steering", personal: true }],
    },
  ],
  alsoReads: ["agents"],
  output: { kind: "files", facts: kiroFacts, codec: kiro, dir: ".kiro/steering", nested: false },
};
