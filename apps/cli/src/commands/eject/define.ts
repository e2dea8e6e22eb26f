import type { Define } from "../../define.ts";
import { collectNames } from "../export/define.ts";

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
    .runs(async () => (await import("./command.ts")).eject, { writes: true });
