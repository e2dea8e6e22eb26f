import type { Define } from "../../define.ts";

export const defineDoctor: Define = (program) =>
  program
    .command("doctor")
    .summary("check the setup of the project")
    .description(
      "Checks the project, its configuration, stores, rules and policies, and sends a command that is always denied through each hook that precept install " +
        "added for a coding agent. Prints one line per check, and how to fix what failed. Exits with code 1 if a check fails.",
    )
    .option("--command <command>", "also try hooks that start Precept with this command, as given to precept install")
    .examples("reference/configuration.md", { "Check the setup": "precept doctor" })
    .runs(async () => (await import("./command.ts")).doctor);
