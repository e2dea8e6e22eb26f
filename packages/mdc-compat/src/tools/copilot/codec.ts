import { printYaml, type Json, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { copilotDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { fromAnywhereGlob, splitAnywhereGlobs, toAnywhereGlobs } from "../../globs/anywhere.ts";
import { findPatternProblem } from "./dead-patterns.ts";
import { copilotSpec } from "./spec.ts";
import { readCopilotHeader } from "./read-header.ts";

/** Codec of Copilot's `.github/instructions/**\/*.instructions.md`, as VS Code reads them. */
export const copilot: RuleCodec = createHeaderCodec({
  spec: copilotSpec,
  diagnostics: copilotDiagnostics,
  extensions: [".instructions.md"],
  ignored: (path) =>
    /\.(?:md|mdc|markdown)$/i.test(path) ? "Copilot ignores it here; rename it to .instructions.md" : undefined,
  // https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/promptSyntax/promptFileParser.ts
  split: (text) => splitStrictly(text, { unclosed: "header" }),
  readHeader: readCopilotHeader,
  read,
  write,
});

/** Patterns with which the instructions always apply, even if no file is in the context. */
const everything: ReadonlySet<string> = new Set(["*", "**", "**/*"]);

function read(header: Header<typeof copilotDiagnostics>): HeaderReading {
  if (!header.hasFrontMatter) header.report("copilot/no-front-matter");
  const applyTo = readText(header, "applyTo");
  const description = readText(header, "description") ?? "";
  const patterns = splitAnywhereGlobs(applyTo ?? "");
  if (applyTo !== undefined && patterns.length === 0) header.report("copilot/no-patterns", "applyTo");
  if (patterns.some((pattern) => everything.has(pattern))) {
    if (patterns.length > 1) header.report("copilot/match-all", "applyTo");
    return { inclusion: "always", description };
  }
  for (const pattern of patterns) {
    const problem = findPatternProblem(pattern);
    if (problem !== undefined) header.report("copilot/dead-pattern", "applyTo", problem.message, problem.hint);
  }
  const otherwise = description.trim() === "" ? "manual" : "agentRequested";
  return { inclusion: patterns.length > 0 ? "fileMatch" : otherwise, globs: patterns.map(fromAnywhereGlob), description };
}

/** Returns the value of a key if it is a string. VS Code ignores values of other types. */
function readText(header: Header<typeof copilotDiagnostics>, key: "applyTo" | "description"): string | undefined {
  const value = header.value(key);
  if (typeof value === "string" || value === undefined) return value;
  const hint =
    key === "applyTo" ? 'Write one comma-separated string: `applyTo: "**/*.ts,**/*.tsx"`.' : "Put quotes around the value.";
  header.report("copilot/not-text", key, `\`${key}\` is ${describeType(value)}, so VS Code ignores it.`, hint);
  return undefined;
}

function describeType(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a mapping";
  return `\`${String(value)}\`, which is not a string without quotes`;
}

function write({ inclusion, description, globs }: PrintableRule): HeaderValues {
  const patterns = inclusion === "always" ? ["**"] : globs.flatMap(toAnywhereGlobs);
  return {
    // VS Code offers every rule with a description to the agent, so a manual rule must not have one.
    description: inclusion === "manual" || description === "" ? undefined : printText(description),
    applyTo: inclusion === "always" || inclusion === "fileMatch" ? printQuoted(patterns.join(",")) : undefined,
  };
}

function printText(text: string): string {
  return printYaml(text) === text && !text.includes("#") ? text : printQuoted(text);
}

/** Quotes a text, without backslashes if possible, because older versions of VS Code do not support them. */
function printQuoted(text: string): string {
  if (!/["\\\p{Cc}]/u.test(text)) return `"${text}"`;
  return /['\p{Cc}]/u.test(text) ? JSON.stringify(text) : `'${text}'`;
}
