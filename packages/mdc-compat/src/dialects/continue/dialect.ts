import type { Dialect } from "../../dialect.ts";
import { continueColocated, continueDev, continueRulesFile } from "./codec.ts";
import { colocatedFacts, continueFacts, continueRulesFileFacts } from "./facts.ts";

export const continueDialect: Dialect = {
  id: "continue",
  title: "Continue",
  aliases: ["continue-dev"],
  formats: [
    {
      facts: continueFacts,
      codec: continueDev,
      places: [{ dir: ".continue/rules" }, { dir: ".continue/rules", personal: true }],
    },
    {
      facts: colocatedFacts,
      codec: continueColocated,
      places: [{ dir: "", files: ["rules.md"], nested: true, requires: ".continue" }],
    },
    { facts: continueRulesFileFacts, codec: continueRulesFile, places: [{ dir: "", files: [".continuerules"] }] },
  ],
  alsoReads: ["agents"],
  output: { kind: "files", facts: continueFacts, codec: continueDev, dir: ".continue/rules", nested: false },
};
