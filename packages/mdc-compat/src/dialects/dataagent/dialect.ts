import type { Dialect } from "../../dialect.ts";
import type { FormatFacts } from "../../format/facts.ts";
import { precept } from "../precept/codec.ts";
import { preceptFacts } from "../precept/dialect.ts";

const facts: FormatFacts = { ...preceptFacts, targets: ["dataagent"] };

/** Native rules in the directory of another agent. */
export const dataagentDialect: Dialect = {
  id: "dataagent",
  title: "DataAgent",
  aliases: [],
  formats: [{ facts, codec: precept, places: [{ dir: ".dataagent/rules", nested: true }] }],
  alsoReads: [],
  output: { kind: "files", facts, codec: precept, dir: ".dataagent/rules", nested: true },
};
