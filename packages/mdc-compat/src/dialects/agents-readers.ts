import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../format/plain-dialect.ts";
import type { Dialect } from "../model/dialect.ts";
import type { LimitSpec } from "../model/spec.ts";

/** A tool whose project rules are `AGENTS.md` files. Only its personal file differs from that of other tools. */
interface AgentsReader<Id extends "amp" | "factory"> {
  readonly id: Id;
  readonly title: string;
  readonly aliases: readonly string[];
  /** Files in the home directory, as directory and name. */
  readonly personal: readonly [readonly [dir: string, file: string], ...(readonly [dir: string, file: string])[]];
  readonly limits?: readonly LimitSpec[];
  readonly source: string;
}

/** Amp reads `AGENT.md` and `CLAUDE.md` only in directories without `AGENTS.md`. Files that `AGENTS.md` mentions and their `globs` are not supported. */
const ampRow: AgentsReader<"amp"> = {
  id: "amp",
  title: "Amp",
  aliases: ["ampcode", "sourcegraph-amp"],
  personal: [
    [".config/amp", "AGENTS.md"],
    [".config", "AGENTS.md"],
  ],
  source: "https://ampcode.com/docs/customize/agents-md",
};

const factoryRow: AgentsReader<"factory"> = {
  id: "factory",
  title: "Factory",
  aliases: ["droid", "factory-droid"],
  personal: [[".factory", "AGENTS.md"]],
  limits: [
    {
      max: 40_000,
      unit: "characters",
      appliesTo: "eachFile",
      effect: "advisory",
      description:
        "Factory reads 80,000 characters of AGENTS.md files at the start of a session, and 40,000 of files that it finds later.",
      source: "https://github.com/dyoshikawa/rulesync",
    },
  ],
  source: "https://docs.factory.ai/cli/configuration/agents-md",
};

export const ampDialect: Dialect<"amp"> = create(ampRow);
export const amp: RuleCodec = ampDialect.formats[0].codec;

export const factoryDialect: Dialect<"factory"> = create(factoryRow);
export const factory: RuleCodec = factoryDialect.formats[0].codec;

function create<Id extends "amp" | "factory">({ personal, ...row }: AgentsReader<Id>): Dialect<Id> {
  const [first, ...others] = personal.map(([dir, file]) => ({ dir, files: [file], personal: true }));
  if (first === undefined) throw new Error("A tool needs a file of its own.");
  return createPlainDialect({ ...row, locations: [first, ...others], output: { file: "AGENTS.md", nested: true } });
}
