import type { Define } from "../../define.ts";
import { collectNames } from "../export/define.ts";

export const defineInit: Define = (program, run) => {
  const command = program
    .command("init")
    .summary("set up a project")
    .description(
      "Makes the .precept directory of a project: a configuration, a first rule, and what git should ignore, and policies to start from where they are wanted. It says which rule files of other tools are there, and touches none of them.",
    )
    .option("-y, --yes", "do not ask")
    .option(
      "--policies <names>",
      "policies to start from, with commas between them, or all, or none (repeatable; default: none, or a question at a terminal)",
      collectNames,
    )
    .option("--dry-run", "show what would be made");
  command.action(() => run(command, [], async () => (await import("./command.ts")).init, { writes: true }));
};
