import type { Define } from "../../define.ts";
import { collect } from "../../options.ts";
import { collectNames } from "../export/define.ts";

export const defineImport: Define = (program) =>
  program
    .command("import")
    .summary("convert other tools' rule files to native rules")
    .description(
      "Converts the rule files of other tools in the project to native rules. The files stay where they are; from then on, `precept export` updates them " +
        "from the rules. Files with the same text, and links to one file, become one rule. Files that git ignores or that `rules.ignore` matches, fixtures, " +
        "templates and files of other working trees are skipped and listed.",
    )
    .option("--from <tools>", "the tools to import from, separated by commas (repeatable; default: all)", collectNames)
    .option("--include <path>", "import the rule files at this path even if they would be skipped (repeatable)", collect)
    .option("--take <path>", "if edits of a rule contradict each other, take the edits of this file (repeatable)", collect)
    .option("--merge", "make one rule of files with nearly the same text, with the lines of all of them")
    .option("--dry-run", "show the rules that would be created")
    .examples("guides/moving-rules.md", {
      "Show what would be imported": "precept import --dry-run",
      "Import the rules of Cursor": "precept import --from cursor",
      "Import a file that git ignores": "precept import --include CLAUDE.local.md",
    })
    .runs(async () => (await import("./command.ts")).importRules, { writes: true });
