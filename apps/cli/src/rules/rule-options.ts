import {
  authorities,
  defaultInclusion,
  inclusions,
  ruleCategories,
  scopes,
  scopeTable,
  withoutUndefined,
  type Authority,
  type Inclusion,
  type Rule,
  type RuleCategory,
  type Scope,
} from "@precept/core";
import { Option, type Command } from "commander";
import { collect } from "../options.ts";
import { createIntegerParser } from "../parse-options.ts";

export interface RuleOptions {
  readonly description?: string;
  readonly content?: string;
  readonly inclusion?: Inclusion;
  readonly glob?: readonly string[];
  readonly priority?: number;
  readonly override?: boolean;
}

export function addRuleOptions(command: Command): void {
  command
    .option("--description <text>", "what the rule is about, in one line")
    .option("--content <text>", "the text of the rule, in Markdown; - reads it from standard input")
    .addOption(new Option("--inclusion <inclusion>", "when the rule applies").choices(inclusions))
    .option("--glob <pattern>", "a pattern of files that the rule applies to (repeatable)", collect)
    .option("--priority <number>", "1 to 100; rules with a higher priority come first", createIntegerParser(1, 100))
    .option("--override", "declare that this rule replaces rules of the same name at lower scopes");
}

export function overlayOption(): Option {
  return new Option(
    "--overlay",
    "store the change in .precept/local/rules, in a native rule that replaces this one for you only",
  );
}

export function scopeOption(): Option {
  return new Option("--scope <scope>", "who the rule applies to").choices(
    scopes.filter((scope: Scope) => scopeTable[scope].isPersistent),
  );
}

export function fieldsOf(options: RuleOptions, content: string | undefined): Partial<Rule> {
  const { description, inclusion, glob, priority, override } = options;
  return {
    ...withoutUndefined({ description, content, globs: glob }),
    ...((inclusion !== undefined || glob !== undefined) && { inclusion: inclusion ?? defaultInclusion(glob ?? []) }),
    ...withoutUndefined({ priority, override }),
  };
}

/** Options about fields of memory rules: to select rules, or to set the fields of a new one. */
export interface MemoryOptions {
  readonly category?: RuleCategory;
  readonly authority?: Authority;
  readonly tag?: readonly string[];
}

export function addMemoryOptions(command: Command, descriptions: Readonly<Record<keyof MemoryOptions, string>>): void {
  command
    .addOption(new Option("--category <category>", descriptions.category).choices(ruleCategories))
    .addOption(new Option("--authority <authority>", descriptions.authority).choices(authorities))
    .option("--tag <tag>", descriptions.tag, collect);
}
