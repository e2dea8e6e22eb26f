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

export interface RuleOptions extends MemoryOptions, AudienceOptions {
  readonly description?: string;
  readonly content?: string;
  readonly inclusion?: Inclusion;
  readonly glob?: readonly string[];
  readonly priority?: number;
  readonly override?: boolean;
  readonly remind?: number;
}

/** Options about who a rule is for, and when it applies. */
export interface AudienceOptions {
  readonly context?: readonly string[];
  readonly target?: readonly string[];
  readonly validFrom?: string;
  readonly expires?: string;
}

export function addAudienceOptions(command: Command): void {
  command
    .option("--context <name>", "a context in which the rule applies, such as code-review (repeatable; default: all)", collect)
    .option("--target <tool>", "a tool that the rule applies to, such as claude (repeatable; default: all)", collect)
    .option("--valid-from <time>", "when the rule begins to apply, such as 2026-01-31")
    .option("--expires <time>", "when the rule stops applying, such as 2026-01-31; it is not deleted");
}

export function audienceOf({ context, target, validFrom, expires }: AudienceOptions): Partial<Rule> {
  return withoutUndefined({ contexts: context, targets: target, validFrom, expiresAt: expires });
}

export function addRuleOptions(command: Command): void {
  addMemoryOptions(command, {
    category: "the kind of guidance",
    authority: "absolute: the budget drops the rule last, and a relevant rule applies without a search",
    tag: "a label for filters, such as language:typescript (repeatable)",
  });
  addAudienceOptions(command);
  command
    .option("--description <text>", "what the rule is about, in one line")
    .option("--content <text>", "the text of the rule, in Markdown; - reads it from standard input")
    .addOption(new Option("--inclusion <inclusion>", "when the rule applies").choices(inclusions))
    .option("--glob <pattern>", "a pattern of files that the rule applies to (repeatable)", collect)
    .option("--priority <number>", "1 to 100; rules with a higher priority come first", createIntegerParser(1, 100))
    .option("--remind <prompts>", "after how many prompts of a session the rule is given again", createIntegerParser(1))
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
  const { description, inclusion, glob, priority, override, remind, category, authority, tag } = options;
  return {
    ...withoutUndefined({ category, authority, tags: tag }),
    ...audienceOf(options),
    ...withoutUndefined({ description, content, globs: glob }),
    ...((inclusion !== undefined || glob !== undefined) && { inclusion: inclusion ?? defaultInclusion(glob ?? []) }),
    ...withoutUndefined({ priority, override, remind }),
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
