import type { Inclusion } from "@precept/core";
import type { Dialect } from "../../dialect.ts";
import type { FormatFacts, InclusionFacts } from "../../format/facts.ts";
import { precept } from "./codec.ts";

const inclusions: Readonly<Record<Inclusion, InclusionFacts>> = {
  always: { written: "`inclusion: always`" },
  fileMatch: { written: "`inclusion: fileMatch`, `globs`" },
  agentRequested: { written: "`inclusion: agentRequested`" },
  manual: { written: "`inclusion: manual`" },
  relevant: { written: "`inclusion: relevant`" },
};

/** Native rules: they can say everything, and their keys are described where they are read. */
export const preceptFacts: FormatFacts = {
  id: "precept",
  title: "Precept",
  targets: ["precept"],
  keys: [],
  inclusions,
  globs: {
    bare: "anywhere",
    rooted: "root",
    list: "list or commas",
    exclusions: true,
    toCanonical: (glob) => glob,
    fromCanonical: (glob) => [glob],
  },
  describes: ["always", "fileMatch", "agentRequested", "manual", "relevant"],
  references: true,
  contexts: {},
  keepsKeys: true,
  limits: [],
  source: "rule-files.md",
};

export const preceptDialect: Dialect = {
  id: "precept",
  title: "Precept",
  aliases: ["native"],
  formats: [{ facts: preceptFacts, codec: precept, places: [{ dir: ".precept/rules", nested: true }] }],
  alsoReads: [],
  output: { kind: "files", facts: preceptFacts, codec: precept, dir: ".precept/rules", nested: true },
};
