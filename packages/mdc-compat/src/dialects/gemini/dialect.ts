import type { Dialect } from "../../dialect.ts";
import { gemini } from "./codec.ts";
import { geminiFacts } from "./facts.ts";

export const geminiDialect: Dialect = {
  id: "gemini",
  title: "Gemini CLI",
  aliases: ["gemini-cli"],
  formats: [
    {
      facts: geminiFacts,
      codec: gemini,
      places: [
        { dir: "", files: ["GEMINI.md"], nested: true },
        { dir: ".gemini", files: ["GEMINI.md"], personal: true },
      ],
    },
  ],
  alsoReads: [],
  output: { kind: "joined", facts: geminiFacts, codec: gemini, file: "GEMINI.md", nested: true },
};
