import type { Define } from "../../define.ts";

export const defineConflicts: Define = (program, run) => {
  const command = program
    .command("conflicts")
    .summary("find rules that get in each other's way")
    .description(
      "Finds rules that declare the same name, have the same text or seem to contradict each other, whichever request they apply to, and rules " +
        "whose patterns match no file of the project. Ends with exit code 1 where there are any.",
    );
  command.action(() => run(command, [], async () => (await import("./command.ts")).conflicts));
};
