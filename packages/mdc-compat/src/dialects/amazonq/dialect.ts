import type { Dialect } from "../../dialect.ts";
import { amazonq } from "./codec.ts";
import { amazonqFacts } from "./facts.ts";

export const amazonqDialect: Dialect = {
  id: "amazonq",
  title: "Amazon Q Developer",
  aliases: ["amazon-q", "q"],
  formats: [
    {
      facts: amazonqFacts,
      codec: amazonq,
      places: [{ dir: ".amazonq/rules" }, { dir: "", files: ["AmazonQ.md"] }],
    },
  ],
  alsoReads: [],
  output: { kind: "files", facts: amazonqFacts, codec: amazonq, dir: ".amazonq/rules", nested: false },
};
