import type { Define } from "../../define.ts";
import { createIntegerParser, parseDuration } from "../../parse-options.ts";
import type { HistoryOptions } from "./command.ts";

export const defineHistory: Define = (program) =>
  program
    .command("history")
    .argument("[rule]", "the name, id or path of a rule")
    .summary("show the revisions of a rule")
    .description(
      "Shows the revisions of a rule in a database, newest first. For rules in files, use `git log`. With --prune, removes old revisions of all rules in " +
        "the database, of all projects and users. Current revisions remain.",
    )
    .option("--limit <number>", "the maximum number of revisions (default: all)", createIntegerParser(1))
    .option("--prune", "remove old revisions of all rules")
    .option("--keep <number>", "with --prune: retain this number of revisions of each rule", createIntegerParser(1))
    .option("--older-than <duration>", "with --prune: remove revisions that were replaced before, such as 90d", parseDuration)
    .option("--dry-run", "with --prune: show how many revisions would be removed")
    .examples("guides/memory.md", {
      "Show the revisions of a rule": "precept history money",
      "Retain ten revisions of each rule": "precept history --prune --keep 10",
      "Show how many revisions are older than 90 days": "precept history --prune --older-than 90d --dry-run",
    })
    .runs(
      async () => (await import("./command.ts")).history,
      ({ prune, dryRun }: HistoryOptions) => ({
        writes: prune === true && dryRun !== true,
      }),
    );
