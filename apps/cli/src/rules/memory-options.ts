import { Option, type Command } from "commander";
import { authorities, ruleCategories, type Authority, type RuleCategory } from "@precept/core";
import { collect } from "../options.ts";

/** Options about fields of memory rules: to select rules, or to set the fields of a new one. */
export interface MemoryOptions {
  readonly category?: RuleCategory;
  readonly authority?: Authority;
  readonly tag?: readonly string[];
}

/** @param descriptions what each option does in this command. */
export function addMemoryOptions(command: Command, descriptions: Readonly<Record<keyof MemoryOptions, string>>): void {
  command
    .addOption(new Option("--category <category>", descriptions.category).choices(ruleCategories))
    .addOption(new Option("--authority <authority>", descriptions.authority).choices(authorities))
    .option("--tag <tag>", descriptions.tag, collect);
}
