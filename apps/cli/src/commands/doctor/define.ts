import type { Define } from "../../define.ts";

export const defineDoctor: Define = (program, run) => {
  const command = program
    .command("doctor")
    .summary("check that everything is in order")
    .description(
      "Checks the project, its configuration, its stores and its rules, a line each with what to do. Ends with exit code 1 where something fails.",
    );
  command.action(() => run(command, [], async () => (await import("./command.ts")).doctor));
};
