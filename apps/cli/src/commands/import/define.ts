import type { Define } from "../../define.ts";
import { collectNames } from "../export/define.ts";

export const defineImport: Define = (program, run) => {
  const command = program
    .command("import")
    .summary("make native rules of other tools' files")
    .description(
      "Makes native rules of the rule files that other tools have in the project. Their files stay as they are; from then on `precept export` keeps them in step with the rules.",
    )
    .option(
      "--from <tools>",
      "the tools whose files become rules, with commas between them (repeatable; default: all)",
      collectNames,
    )
    .option("--dry-run", "show what would be made, and make nothing");
  command.action(() => run(command, [], async () => (await import("./command.ts")).importRules, { writes: true }));
};
