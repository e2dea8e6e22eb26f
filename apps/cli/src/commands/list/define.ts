import { Option } from "commander";
import { scopes } from "@precept/core";
import type { Define } from "../../define.ts";
import { collect } from "../../options.ts";
import { allKindNames } from "../../transfer/item-kinds.ts";

export const defineList: Define = (program) =>
  program
    .command("list")
    .summary("list rules, commands, subagents or MCP servers")
    .description(
      "Lists all rules by name. With --files or --rules-include, lists only the rules that apply to the request, without applying the budget.",
    )
    .addOption(new Option("--scope <scope>", "only rules of this scope").choices(scopes))
    .option("--tag <tag>", "only rules with this tag, such as language:typescript (repeatable: all of them)", collect)
    .addOption(
      new Option("--kind <kind>", "what to list: rules, or what else agents are configured with")
        .choices(allKindNames)
        .default("rules"),
    )
    .option("--all-tenants", "the rules of all projects and users in the stores, not only those that you see")
    .option("--wide", "print full names, patterns and paths, also in a narrow terminal")
    .option("--all", "show every note about rule files")
    .examples("concepts.md", {
      "List all rules": "precept list",
      "List the rules for a file": "precept list --files src/cart.tsx",
      "List the commands of the project": "precept list --kind commands",
      "List the rules with a tag": "precept list --tag language:typescript",
      "List your own rules": "precept list --scope user --user ada",
      "List the rules of all projects and users": "precept list --all-tenants",
    })
    .runs(async () => (await import("./command.ts")).list);
