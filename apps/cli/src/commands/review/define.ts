import type { Define } from "../../define.ts";
import { parseDuration } from "../../parse-options.ts";

export const defineReview: Define = (program) =>
  program
    .command("review")
    .summary("decide about proposed, contradictory, expired and unused rules")
    .description(
      "Shows one after the other the rules that wait for approval, contradictions, near-duplicates, expired rules, and rules of a database that were not used " +
        "for 90 days, and asks what to do. a: accept, e: edit and accept, m: merge, so that the rule replaces the similar ones, r: reject, which disables the " +
        "rule, l: later, q: quit. Without a terminal, lists them.",
    )
    .option("--unused <duration>", "how long a rule must not have been used, such as 30d (default: 90d)", parseDuration)
    .examples("guides/memory.md", {
      "Decide about rules": "precept review",
      "List the rules to decide about": "precept review --json",
    })
    .runs(async () => (await import("./command.ts")).review, { writes: true, usesCounts: true });
