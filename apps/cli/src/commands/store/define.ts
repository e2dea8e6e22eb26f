import type { Define } from "../../define.ts";

const guide = "guides/memory.md";

export const defineStore: Define = (program) => {
  const store = program
    .command("store")
    .summary("copy rules between stores")
    .description("Copies rules between directories, SQLite files and PostgreSQL databases.")
    .examples(guide, {
      "Move from SQLite to PostgreSQL": "precept store copy sqlite:.precept/rules.sqlite postgres:DATABASE_URL",
    });

  store
    .command("copy")
    .argument("<from>", "the store to read: directory:PATH, sqlite:PATH or postgres:VARIABLE")
    .argument("<to>", "the store to write, in the same form")
    .summary("copy all rules of a store to another one")
    .description(
      "Copies all rules, their revisions and their usage from a store to another one, compares both, and prints a hash of each. VARIABLE is the environment variable " +
        "with the URL of a PostgreSQL database; /SCHEMA behind it names another schema than precept. Nothing is replaced: a rule that the other store has with other " +
        "revisions is listed, and stays as it is. A copy that was interrupted continues when it is called again. Files have no revisions and no usage, so " +
        "these are counted as lost. Rules that were deleted are not copied, nor are the agent context and the policies that clients registered, which no store has. Exits with code 1 if both stores differ afterwards.",
    )
    .option("--dry-run", "show what would be copied, without writing")
    .examples(guide, {
      "Show what would be copied": "precept store copy sqlite:.precept/rules.sqlite postgres:DATABASE_URL --dry-run",
      "Copy it": "precept store copy sqlite:.precept/rules.sqlite postgres:DATABASE_URL",
      "Write all rules of a database to files": "precept store copy postgres:DATABASE_URL directory:.precept/rules",
    })
    .runsWithoutWorkspace(async () => (await import("./command.ts")).copyRules);
};
