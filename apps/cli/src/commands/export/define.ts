import type { Command } from "commander";
import type { Define } from "../../define.ts";
import { collect } from "../../options.ts";

export const defineExport: Define = (program, run) => {
  const command = program
    .command("export")
    .alias("sync")
    .summary("write the rules in other tools' files")
    .description(
      "Writes the project's rules in the files of other tools. A file that somebody wrote or changed by hand is never touched; a rule that a tool can't express is left out. Both are reported.",
    )
    .option(
      "--to <tools>",
      "the tools to write for, with commas between them (repeatable; default: export.to of the configuration)",
      collectNames,
    )
    .option("--from <tools>", "write only the rules in these tools' files; native ones are precept (repeatable)", collectNames);
  addTransferOptions(command)
    .option("--check", "write nothing, and end with exit code 1 where something would be written")
    .option("--watch", "go on, and write again whenever a rule changes");
  command.action(() =>
    run(command, [], async () => (await import("./command.ts")).exportRules, {
      writes: true,
      watch: command.opts<{ watch?: boolean }>().watch === true,
      early: async () => (await import("./remember.ts")).recallExport,
    }),
  );
};

/** The options of every command that writes other tools' files. */
export function addTransferOptions(command: Command): Command {
  return command
    .option("--lossy", "also write what a tool can't express, as the closest thing that it can")
    .option("--dry-run", "show what would be written, with what changes in each file, and write nothing")
    .option("--all", "show every rule that is written with less than it says");
}

/** Several names in one word, or one by one. */
export function collectNames(value: string, before: readonly string[] = []): readonly string[] {
  const names = value.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "").reduce((all, name) => collect(name, all), before);
}
