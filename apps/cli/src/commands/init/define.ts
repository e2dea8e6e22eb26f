import type { Define } from "../../define.ts";

export const defineInit: Define = (program, run) => {
  const command = program
    .command("init")
    .summary("set up a project")
    .description(
      "Makes the .precept directory of a project: a configuration, a first rule, and what git should ignore. It says which rule files of other tools are there, and touches none of them.",
    )
    .option("-y, --yes", "do not ask")
    .option("--dry-run", "show what would be made");
  command.action(() => run(command, [], async () => (await import("./command.ts")).init, { writes: true }));
};
