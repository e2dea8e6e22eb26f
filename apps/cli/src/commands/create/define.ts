import type { PersistentStoreKind } from "@precept/workspace";
import { Option } from "commander";
import type { Define } from "../../define.ts";
import { addRuleOptions, scopeOption } from "../../rules/rule-options.ts";
import { persistentStoreKinds } from "@precept/contract/values";

const defaultStore: PersistentStoreKind = "fs";

export const defineCreate: Define = (program) =>
  program
    .command("create")
    .argument("<name>", "the name of the rule: letters, digits, `_`, `.` and `-`")
    .summary("create a rule")
    .description("Creates a rule. Without --content, reads the text from standard input, or opens your editor in a terminal.")
    .with(addRuleOptions)
    .addOption(scopeOption().default("project"))
    .addOption(new Option("--store <store>", "where to store the rule").choices(persistentStoreKinds).default(defaultStore))
    .option("--dry-run", "show the rule file without writing it")
    .examples("concepts.md", {
      "Write a rule in your editor": "precept create money",
      "Create a rule for some files": 'precept create money --glob "src/billing/**" --content "Store amounts in cents."',
      "Create a personal rule": 'precept create tone --scope user --user ada --content "Answer briefly."',
    })
    .runs(async () => (await import("./command.ts")).create, { writes: true });
