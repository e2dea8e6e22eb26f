import type { Dialect } from "../../dialect.ts";
import { cursor } from "./codec.ts";
import { cursorFacts } from "./facts.ts";
import { cursorRulesFile, cursorRulesFileFacts } from "./rules-file.ts";

export const cursorDialect: Dialect = {
  id: "cursor",
  title: "Cursor",
  aliases: [],
  formats: [
    { facts: cursorFacts, codec: cursor, places: [{ dir: ".cursor/rules", nested: true }] },
    { facts: cursorRulesFileFacts, codec: cursorRulesFile, places: [{ dir: "", files: [".cursorrules"] }] },
  ],
  alsoReads: ["agents"],
  output: { kind: "files", facts: cursorFacts, codec: cursor, dir: ".cursor/rules", nested: true },
};
