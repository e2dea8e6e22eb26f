import type { Dialect } from "../../dialect.ts";
import { mdc, mdcFacts } from "../cursor/codec.ts";

/** Cursor's format in the directory of another agent. */
export const goagentDialect: Dialect = {
  id: "goagent",
  title: "goagent",
  aliases: ["mdc"],
  formats: [{ facts: mdcFacts, codec: mdc, places: [{ dir: ".goagent/rules", nested: true }] }],
  alsoReads: [],
  output: { kind: "files", facts: mdcFacts, codec: mdc, dir: ".goagent/rules", nested: true },
};
