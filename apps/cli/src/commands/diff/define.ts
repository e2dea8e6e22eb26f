import type { Define } from "../../define.ts";

export const defineDiff: Define = (program) =>
  program
    .command("diff")
    .argument("<rule@versions>", "a rule and its versions: money@2..4, or money@2 to compare with the current version")
    .summary("compare two versions of a rule")
    .description(
      "Compares two versions of a rule in a database: its text, and the other fields that differ. For rules in files, use `git diff`.",
    )
    .examples("guides/memory.md", {
      "What changed since version 2?": "precept diff money@2",
      "Compare two versions": "precept diff money@2..4",
    })
    .runs(async () => (await import("./command.ts")).diff);
