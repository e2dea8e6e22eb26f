import { Option } from "commander";
import { scopes } from "@precept/core";
import type { Define } from "../../define.ts";
import { declareAnswersRequest } from "../../options.ts";

export const defineList: Define = (program) =>
  program
    .command("list")
    .summary("list rules")
    .description(
      "Lists all rules by name. With --files or --rules-include, lists only the rules that apply to the request, without applying the budget.",
    )
    .addOption(new Option("--scope <scope>", "only rules of this scope").choices(scopes))
    .option("--all-tenants", "the rules of all projects and users in the stores, not only those that you see")
    .option("--all", "show every note about rule files")
    .with(declareAnswersRequest)
    .examples("concepts.md", {
      "List all rules": "precept list",
      "List the rules for a file": "precept list --files src/cart.tsx",
      "List your own rules": "precept list --scope user --user ada",
      "List the rules of all projects and users": "precept list --all-tenants",
    })
    .runs(async () => (await import("./command.ts")).list);
