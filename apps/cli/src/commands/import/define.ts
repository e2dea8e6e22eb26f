import type { Define } from "../../define.ts";
import { addUsage } from "../../help-text.ts";
import { collectNames } from "../export/define.ts";

export const defineImport: Define = (program, run) => {
  const command = program
    .command("import")
    .summary("convert other tools' rule files to native rules")
    .description(
      "Converts the rule files of other tools in the project to native rules. The files stay where they are; from then on, `precept export` updates them " +
        "from the rules.",
    )
    .option("--from <tools>", "the tools to import from, separated by commas (repeatable; default: all)", collectNames)
    .option("--dry-run", "show the rules that would be created");
  addUsage(command, "guides/several-tools.md", {
    "Show what would be imported": "precept import --dry-run",
    "Import the rules of Cursor": "precept import --from cursor",
  });
  command.action(() => run(command, [], async () => (await import("./command.ts")).importRules, { writes: true }));
};
