import { collectNames } from "../export/define.ts";
import type { Define } from "../../define.ts";

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

export const defineEject: Define = (program) =>
  program
    .command("eject")
    .summary("keep the exported files, but stop exporting to them")
    .description(
      "Leaves the exported files of other tools as they are, and forgets them. The native rules that they were written from are moved to the backup, so that no rule " +
        "is there twice.",
    )
    .option("--to <tools>", "eject only the files of these tools (repeatable; default: all)", collectNames)
    .option("--dry-run", "show what would be forgotten and moved")
    .option("-y, --yes", "do not ask before moving more than five rules")
    .examples("guides/moving-rules.md", {
      "Show what would be ejected": "precept eject --dry-run",
      "Eject the files of Cursor only": "precept eject --to cursor",
    })
    .runs(async () => (await import("../revert/command.ts")).eject, { writes: true });
