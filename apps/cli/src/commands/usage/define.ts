import type { Define } from "../../define.ts";

export const defineUsage: Define = (program) =>
  program
    .command("usage")
    .argument("[rules...]", "the names, ids or paths of rules (default: all rules)")
    .summary("show how often rules were used")
    .description(
      "Shows how often rules in a database were part of the answer to a request, when and by which tools; most used first. `precept resolve` and the " +
        "servers of Precept count uses; `precept explain` does not. Rules in files are not counted.",
    )
    .option("--unused", "only rules that were never used")
    .examples("guides/memory.md", {
      "Which rules are used?": "precept usage",
      "Which rules were never used?": "precept usage --unused",
    })
    .runs(async () => (await import("./command.ts")).usage, { usesCounts: true });
