import type { Define } from "../../define.ts";

const guide = "guides/moving-rules.md";

export const defineBackup: Define = (program) => {
  const backup = program
    .command("backup")
    .summary("show the texts that exports and imports replaced")
    .description(
      "Precept stores each text of a rule file before it replaces or removes it, in .precept/backup, which git ignores. `precept revert` restores the files " +
        "that were there before Precept.",
    )
    .examples(guide, {
      "List the texts in the backup": "precept backup list",
      "Write one of them to a file": "precept backup show 3f2a1b90 > old.md",
    });

  backup
    .command("list")
    .summary("list the texts in the backup")
    .description("Lists the texts in the backup, oldest first, with the path that each stood at and what replaced it.")
    .examples(guide, { "List the texts in the backup": "precept backup list" })
    .runs(async () => (await import("./command.ts")).listTexts);

  backup
    .command("show")
    .argument("<hash>", "the hash of a text, see `precept backup list`; its first characters suffice")
    .summary("print a text of the backup")
    .description("Prints a text of the backup, byte for byte.")
    .examples(guide, { "Print a text of the backup": "precept backup show 3f2a1b90" })
    .runs(async () => (await import("./command.ts")).showText);
};
