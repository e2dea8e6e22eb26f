import type { Dialect } from "../../dialect.ts";
import { junie } from "./codec.ts";
import { junieFacts } from "./facts.ts";

/** In this order; Junie reads the first that is there, and nothing else. */
const [own, shared, legacy] = [".junie/AGENTS.md", "AGENTS.md", ".junie/guidelines.md"];

/** The project's `AGENTS.md` is not among what it also reads, since the file that an export writes takes its place. */
export const junieDialect: Dialect = {
  id: "junie",
  title: "Junie",
  aliases: [],
  formats: [
    {
      facts: junieFacts,
      codec: junie,
      places: [
        { dir: ".junie", files: ["AGENTS.md"] },
        { dir: ".junie", files: ["guidelines.md"], unless: [own, shared] },
        { dir: ".junie/guidelines", unless: [own, shared, legacy] },
        { dir: ".junie", files: ["AGENTS.md"], personal: true },
      ],
    },
  ],
  alsoReads: [],
  output: { kind: "joined", facts: junieFacts, codec: junie, file: own, nested: false },
};
