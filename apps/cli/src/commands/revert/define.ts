import type { Define } from "../../define.ts";
import { collectNames } from "../export/define.ts";

export const defineRevert: Define = (program) =>
  program
    .command("revert")
    .summary("restore the files that were there before Precept")
    .description(
      "Restores the files of other tools that exports changed, removes those that exports created, and removes the native rules that imports created. Texts " +
        "that were edited since are kept in the backup.",
    )
    .option("--to <tools>", "restore only the files of these tools (repeatable; default: all)", collectNames)
    .option("--dry-run", "show what would be restored and removed")
    .option("-y, --yes", "do not ask before removing more than five files")
    .examples("guides/moving-rules.md", {
      "Show what would be restored": "precept revert --dry-run",
      "Restore the files of Claude Code only": "precept revert --to claude",
    })
    .runs(async () => (await import("./command.ts")).revert, { writes: true });
