import type { Define } from "../../define.ts";
import { parseDuration } from "../../parse-options.ts";

export const defineUsage: Define = (program) =>
  program
    .command("usage")
    .argument("[rules...]", "the names, ids or paths of rules (default: all rules)")
    .summary("show how often rules were used")
    .description(
      "Shows how often rules in a database were part of the answer to a request, when and by which tools; most used first. `precept resolve` and the " +
        "servers of Precept count uses; `precept explain` does not. Rules in files are not counted. --unused with a duration leaves out younger rules.",
    )
    .option("--unused [duration]", "only rules that were never used, or not in this time, such as 90d", parseDuration)
    .examples("guides/memory.md", {
      "Which rules are used?": "precept usage",
      "Which rules were never used?": "precept usage --unused",
      "Which rules were not used for 90 days?": "precept usage --unused 90d",
    })
    .runs(async () => (await import("./command.ts")).usage, { usesCounts: true });
