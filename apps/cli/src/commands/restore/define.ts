import type { Define } from "../../define.ts";

export const defineRestore: Define = (program) =>
  program
    .command("restore")
    .argument("<rule@version>", "a rule and one of its versions, see `precept history`")
    .summary("restore an old version of a rule")
    .description(
      "Saves the text and the description of an old version as a new version of the rule. Other fields do not change. Restores a deleted rule with all " +
        "fields of the version.",
    )
    .option("--reason <text>", "why, for the history (default: that the version was restored)")
    .option("--dry-run", "show what would change")
    .examples("guides/memory.md", {
      "Restore version 2": "precept restore money@2",
      "Show what that would change": "precept restore money@2 --dry-run",
    })
    .runs(
      async () => (await import("./command.ts")).restore,
      ({ dryRun }: { readonly dryRun?: boolean }) => ({ writes: dryRun !== true }),
    );
