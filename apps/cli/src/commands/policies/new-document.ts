import type { PolicyDocument } from "@precept/contract/policy";
import { withoutUndefined, type Json } from "@precept/core";

/** What a new policy is about: a command, a text, or files that an agent must not change. */
export type PolicySubject =
  | {
      readonly kind: "command";
      readonly programs: readonly string[];
      readonly subcommand?: string;
      readonly flags?: readonly string[];
      readonly operands?: string;
    }
  | { readonly kind: "text"; readonly pattern: string; readonly files?: readonly string[] }
  | { readonly kind: "files"; readonly files: readonly string[] };

/** A command, a text or a path that violates the policy (`invalid`), or does not (`valid`). */
export interface PolicyExamples {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

export type NewPolicy = Pick<PolicyDocument, "id" | "severity" | "handler" | "mode" | "message" | "suggestion"> & {
  readonly about: PolicySubject;
  readonly examples: PolicyExamples;
};

/** Creates the document of a policy, with tests from the examples. */
export function createDocument({ about, examples, ...policy }: NewPolicy): PolicyDocument {
  const { id, severity, handler, mode, message, suggestion } = policy;
  const test = (example: string) => toTest(about, example);
  return withoutUndefined({
    id,
    severity,
    handler,
    mode,
    match: matchOf(about),
    message,
    suggestion,
    tests: { valid: examples.valid.map(test), invalid: examples.invalid.map(test) },
  });
}

function matchOf(about: PolicySubject): NonNullable<PolicyDocument["match"]> {
  if (about.kind === "text") return withoutUndefined({ pattern: about.pattern, file_patterns: about.files && [...about.files] });
  // `precept check` reads files and changes none.
  if (about.kind === "files")
    return { file_patterns: [...about.files], context_filter: { subject: "file", event: { not: "check" } } };
  const { programs, subcommand, flags, operands } = about;
  const command = withoutUndefined({ program: [...programs], subcommand, flags: flags && [...flags], operands });
  return { command, context_filter: { subject: "command" } };
}

function toTest({ kind }: PolicySubject, example: string) {
  if (kind === "text") return example;
  if (kind === "command") return { text: example, subject: "command" as const };
  return { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: example, content: "a" } };
}

/** Prints a policy as YAML: a line for each key, and for each test. */
export function printPolicy(document: PolicyDocument): string {
  const lines = Object.entries(document).flatMap(([key, value]) => {
    if (key !== "match" && key !== "tests") return [`${key}: ${flow(value as Json)}`];
    const inner = Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, one]) => {
      if (key === "match" || !Array.isArray(one)) return [`  ${name}: ${flow(one)}`];
      return [`  ${name}:`, ...(one as readonly Json[]).map((test) => `    - ${flow(test)}`)];
    });
    return [`${key}:`, ...inner];
  });
  return `${lines.join("\n")}\n`;
}

function flow(value: Json): string {
  if (typeof value === "string") return scalar(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(flow).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  return `{ ${entries.map(([key, one]) => `${key}: ${flow(one)}`).join(", ")} }`;
}

/** Words need no quotes. Single quotes keep the backslashes of regular expressions; other characters need JSON's. */
function scalar(text: string): string {
  if (/^[A-Za-z][\w-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)) return text;
  return /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}
