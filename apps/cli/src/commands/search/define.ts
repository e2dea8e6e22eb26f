import { scopes, searchModes, statuses } from "@precept/core";
import { InvalidArgumentError, Option } from "commander";
import type { Define } from "../../define.ts";
import { collect } from "../../options.ts";
import { createIntegerParser, parseScore } from "../../parse-options.ts";
import { addMemoryOptions } from "../../rules/rule-options.ts";

/** `argParser` replaces the check of the choices. */
function collectStatus(value: string, before: readonly string[] | undefined): readonly string[] {
  if (statuses.some((status) => status === value)) return collect(value, before);
  throw new InvalidArgumentError(`Allowed choices are ${statuses.join(", ")}.`);
}

export const defineSearch: Define = (program) =>
  program
    .command("search")
    .argument("<query>", "what the rules are about, in any language")
    .summary("search rules by words and by meaning")
    .description(
      "Searches the rules of your project and user, and shared rules, best first. Without an embedder, searches by words only, and says so.",
    )
    .addOption(new Option("--mode <mode>", "how to search").choices(searchModes).default("hybrid"))
    .option("--limit <number>", "the maximum number of rules of a page (default: 10)", createIntegerParser(1, 1000))
    .option("--min-score <score>", "only rules with this score by words or by meaning, from 0 to 1", parseScore)
    .addOption(new Option("--scope <scope>", "only rules of this scope").choices(scopes))
    .with((command) =>
      addMemoryOptions(command, {
        category: "only rules of this category",
        authority: "only rules of this authority",
        tag: "only rules with this tag (repeatable: with all of them)",
      }),
    )
    .option("--target <tool>", "only rules for this tool, and for all tools")
    .option("--context <name>", "only rules for this context, and for all contexts")
    .addOption(
      new Option("--status <status>", "only rules of this status (repeatable)")
        .choices(statuses)
        .default(undefined, "active")
        .argParser(collectStatus),
    )
    .option("--explain", "show how words and meaning add up to the score of each rule")
    .option("--cursor <cursor>", "continue after a page; the page shows its cursor")
    .examples("guides/memory.md", {
      "Search rules": 'precept search "how do we store amounts"',
      "Search by words only": 'precept search "parseAmount" --mode sparse',
      "Show why the rules are in this order": 'precept search "how do we store amounts" --explain',
      "Search your preferences about a language": 'precept search "style" --category preference --tag language:typescript',
    })
    .runs(async () => (await import("./command.ts")).search);
