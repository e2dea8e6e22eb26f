import { InvalidArgumentError, Option } from "commander";
import { promptFormats, ruleOrders, type PromptFormat, type RuleOrder } from "@precept/contract/values";
import { withoutUndefined, type Json, type ResolveRequest } from "@precept/core";
import type { WorkspaceResolveOptions } from "@precept/workspace";
import type { CliCommand } from "./define.ts";
import { collect, requestOptionsHeading } from "./options.ts";
import { createIntegerParser } from "./parse-options.ts";
import type { Settings } from "./settings.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** What an answer about a tool is: the rules that Precept delivers for the tool, or what the tool itself reads. */
export type View = "tool" | "rules";

export interface RequestOptions {
  readonly prompt?: string;
  readonly context?: readonly string[];
  readonly variable?: Readonly<Record<string, Json>>;
  readonly maxCharacters?: number;
  readonly maxBytes?: number;
  readonly maxTokens?: number;
  readonly model?: string;
  readonly maxRules?: number;
  readonly maxDialectRules?: number;
  readonly maxRequestable?: number;
  readonly overflow?: "drop" | "ellipsis";
  readonly order?: RuleOrder;
  readonly format?: PromptFormat;
  readonly view?: View;
}

const parseLimit = createIntegerParser(0);

export function addRequestOptions(command: CliCommand): void {
  command
    .optionsGroup(requestOptionsHeading)
    .option("--prompt <text>", "the prompt that the agent received; - reads it from standard input")
    .option("--context <name>", "a context that the agent works in, such as code-review (repeatable)", collect)
    .option("--variable <name=value>", "a variable for the conditions of rules (repeatable)", collectVariable)
    .addOption(
      new Option("--format <format>", "the format of the prompt section").choices(promptFormats).default(undefined, "markdown"),
    )
    .addOption(
      new Option("--order <order>", "sort rules by scope and priority, or by source file")
        .choices(ruleOrders)
        .default(undefined, "priority"),
    )
    .option("--max-characters <number>", "limit the total length of the rules (default: 100,000)", parseLimit)
    .option(
      "--max-bytes <number>",
      "limit the total length of the rules in UTF-8 bytes (default: the limit of the tool, or no limit)",
      parseLimit,
    )
    .option("--max-tokens <number>", "limit the tokens of the rules (default: no limit)", parseLimit)
    .option("--model <id>", "the model that reads the rules, such as claude-opus-4-7, whose tokens are counted")
    .option("--max-rules <number>", "limit the number of rules (default: no limit)", parseLimit)
    .option("--max-dialect-rules <number>", "limit the number of rules from other tools' files (default: 64)", parseLimit)
    .option(
      "--max-requestable <number>",
      "limit the list of rules that the agent can ask for, in characters; 0: no list (default: 10,000)",
      parseLimit,
    )
    .addOption(
      new Option("--overflow <mode>", "drop the first rule that exceeds a limit, or cut it (ellipsis)")
        .choices(["drop", "ellipsis"])
        .default(undefined, "drop"),
    )
    .optionsGroup("");
}

export async function readRequest(options: RequestOptions, settings: Settings, terminal: Terminal): Promise<ResolveRequest> {
  const { project } = settings.workspace;
  const prompt = options.prompt === "-" ? await terminal.readInput() : options.prompt;
  return {
    files: settings.files,
    include: settings.include,
    ...withoutUndefined({ prompt, contexts: options.context, variables: options.variable, project }),
  };
}

/** The request, if its files alone decide which rules apply. */
export function requestOfFiles({ prompt, view }: RequestOptions, { files, include, json }: Settings): ResolveRequest | undefined {
  // With --json, the rules that do not apply are printed as well.
  return prompt === undefined && view !== "tool" && include.length === 0 && !json ? { files } : undefined;
}

export function readResolveOptions(options: RequestOptions): WorkspaceResolveOptions {
  const limits = {
    characters: options.maxCharacters,
    bytes: options.maxBytes,
    tokens: options.maxTokens,
    rules: options.maxRules,
    dialectRules: options.maxDialectRules,
    requestable: options.maxRequestable,
    overflow: options.overflow,
  };
  return {
    budget: Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
    ...withoutUndefined({ model: options.model, order: options.order, format: options.format }),
  };
}

/** Parses `name=value`. A value that is valid JSON (`true`, `3`, `["a"]`) is parsed, any other is a string. */
export function collectVariable(written: string, before: Readonly<Record<string, Json>> = {}): Readonly<Record<string, Json>> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(written) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError("Expected name=value.");
  return { ...before, [name]: readValue(value) };
}

function readValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
