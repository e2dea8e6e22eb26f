import type { Define } from "../../define.ts";
import { parseDuration } from "../../parse-options.ts";

export const defineUsage: Define = (program) =>
  program
    .command("usage")
    .argument("[rules...]", "the names, ids or paths of rules (default: all rules)")
    .summary("show how often rules were used")
    .description(
      "Shows how often rules were part of the answer to a request, when and by which tools; most used first. `precept resolve` and the " +
        "servers of Precept count uses of rules in a database; `precept explain` does not. For rules in files, the deliveries in recorded sessions are " +
        "counted: see `precept sessions`. --unused with a duration leaves out younger rules.",
    )
    .option("--unused [duration]", "only rules that were never used, or not in this time, such as 90d", parseDuration)
    .examples("guides/memory.md", {
      "Which rules are used?": "precept usage",
      "Which rules were never used?": "precept usage --unused",
      "Which rules were not used for 90 days?": "precept usage --unused 90d",
    })
    .runs(async () => (await import("./command.ts")).usage, { usesCounts: true });
