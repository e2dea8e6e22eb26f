import { InvalidArgumentError, Option, type Command } from "commander";
import { promptFormats, type Json, type ResolveOptions, type ResolveRequest } from "@precept/core";
import { collect } from "./options.ts";
import type { Settings } from "./settings.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The options of the commands that answer a request, as they were written on the command line. */
export interface RequestOptions {
  readonly prompt?: string;
  readonly context?: readonly string[];
  readonly variable?: Readonly<Record<string, Json>>;
  readonly project?: string;
  readonly maxCharacters?: number;
  readonly maxTokens?: number;
  readonly maxRules?: number;
  readonly maxDialectRules?: number;
  readonly overflow?: "drop" | "ellipsis";
  readonly order?: "priority" | "source";
  readonly format?: (typeof promptFormats)[number];
}

export function addRequestOptions(command: Command): void {
  command
    .option("--prompt <text>", "what the agent is asked to do; - reads it from standard input")
    .option("--context <name>", "where the agent works, such as code-review (repeatable)", collect)
    .option("--variable <name=value>", "what the rules' conditions are compared with (repeatable)", collectVariable)
    .option("--project <id>", "the project that the request belongs to, for rules that name one")
    .addOption(new Option("--format <format>", "how the prompt section is written (default: markdown)").choices(promptFormats))
    .addOption(
      new Option("--order <order>", "by scope and priority, or in the order of the files (default: priority)").choices([
        "priority",
        "source",
      ]),
    )
    .option("--max-characters <number>", "how long the rules' texts may be together (default: 100000)", parseLimit)
    .option("--max-tokens <number>", "the same in estimated tokens (default: no limit)", parseLimit)
    .option("--max-rules <number>", "how many rules may apply (default: no limit)", parseLimit)
    .option("--max-dialect-rules <number>", "how many of them may be from other tools' files (default: 64)", parseLimit)
    .addOption(
      new Option("--overflow <way>", "what becomes of the first rule that does not fit (default: drop)").choices([
        "drop",
        "ellipsis",
      ]),
    );
}

/** The request that the command line describes. */
export async function readRequest(options: RequestOptions, settings: Settings, terminal: Terminal): Promise<ResolveRequest> {
  const prompt = options.prompt === "-" ? await terminal.readInput() : options.prompt;
  return {
    files: settings.files,
    include: settings.include,
    ...(prompt !== undefined && { prompt }),
    ...(options.context !== undefined && { contexts: options.context }),
    ...(options.variable !== undefined && { variables: options.variable }),
    ...(options.project !== undefined && { project: options.project }),
  };
}

export function readResolveOptions(options: RequestOptions): ResolveOptions {
  const limits = {
    characters: options.maxCharacters,
    tokens: options.maxTokens,
    rules: options.maxRules,
    dialectRules: options.maxDialectRules,
    overflow: options.overflow,
  };
  return {
    budget: Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
    ...(options.order !== undefined && { order: options.order }),
    ...(options.format !== undefined && { format: options.format }),
  };
}

function parseLimit(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError("Expected a whole number.");
  return Number(value);
}

/** The value is JSON where it reads as such (`true`, `3`, `["a"]`), else a text. */
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
