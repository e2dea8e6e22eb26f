import type { Define } from "../../define.ts";
import { addUsage, helpCommand } from "../../help-text.ts";

const guide = "guides/moving-rules.md";

export const defineBackup: Define = (program, run) => {
  const backup = program
    .command("backup")
    .helpCommand(...helpCommand)
    .summary("show the texts that exports and imports replaced")
    .description(
      "Precept stores each text of a rule file before it replaces or removes it, in .precept/backup, which git ignores. `precept revert` restores the files " +
        "that were there before Precept.",
    );
  addUsage(backup, guide, {
    "List the texts in the backup": "precept backup list",
    "Write one of them to a file": "precept backup show 3f2a1b90 > old.md",
  });

  const list = backup
    .command("list")
    .summary("list the texts in the backup")
    .description("Lists the texts in the backup, oldest first, with the path that each stood at and what replaced it.");
  addUsage(list, guide, { "List the texts in the backup": "precept backup list" });
  run(list, async () => (await import("./command.ts")).listTexts);

  const show = backup
    .command("show")
    .argument("<hash>", "the hash of a text, see `precept backup list`; its first characters suffice")
    .summary("print a text of the backup")
    .description("Prints a text of the backup, byte for byte.");
  addUsage(show, guide, { "Print a text of the backup": "precept backup show 3f2a1b90" });
  run(show, async () => (await import("./command.ts")).showText);
};
