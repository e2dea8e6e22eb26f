import { printYaml, type Json, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { fromAnywhereGlob, splitAnywhereGlobs, toAnywhereGlobs } from "../../globs/anywhere.ts";
import { findCause } from "./dead-patterns.ts";
import { copilotFacts, copilotRepositoryFacts } from "./facts.ts";
import { readCopilotHeader } from "./read-header.ts";

/** Copilot's path-specific instructions, `.github/instructions/**\/*.instructions.md`, as VS Code reads them. */
export const copilot: RuleCodec = createHeaderCodec({
  facts: copilotFacts,
  extensions: [".instructions.md"],
  ignored: (path) =>
    /\.(?:md|mdc|markdown)$/i.test(path) ? "Copilot ignores it here; rename it to .instructions.md" : undefined,
  // https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/promptSyntax/promptFileParser.ts
  split: (text) => splitStrictly(text, { unclosed: "header" }),
  readHeader: readCopilotHeader,
  read,
  write,
});

/** The instructions for the whole repository, `.github/copilot-instructions.md`. */
export const copilotRepository: RuleCodec = createPlainCodec({ facts: copilotRepositoryFacts, extensions: [".md"] });

/** These patterns stand for everything, whether there is a file or not. */
const everything: ReadonlySet<string> = new Set(["*", "**", "**/*"]);

function read(header: Header): HeaderReading {
  if (!header.isThere) header.report("copilot/no-front-matter");
  const applyTo = readText(header, "applyTo");
  const description = readText(header, "description") ?? "";
  const patterns = splitAnywhereGlobs(applyTo ?? "");
  if (applyTo !== undefined && patterns.length === 0) header.report("copilot/no-patterns", "applyTo");
  if (patterns.some((pattern) => everything.has(pattern))) {
    if (patterns.length > 1) header.report("copilot/match-all", "applyTo");
    return { inclusion: "always", description };
  }
  for (const pattern of patterns) {
    const cause = findCause(pattern);
    if (cause !== undefined) header.report("copilot/dead-pattern", "applyTo", cause.message, cause.hint);
  }
  const otherwise = description.trim() === "" ? "manual" : "agentRequested";
  return { inclusion: patterns.length > 0 ? "fileMatch" : otherwise, globs: patterns.map(fromAnywhereGlob), description };
}

/** The text of a key. VS Code takes no notice of anything else, and no pains to make a text of it. */
function readText(header: Header, key: "applyTo" | "description"): string | undefined {
  const value = header.value(key);
  if (typeof value === "string" || value === undefined) return value;
  const hint =
    key === "applyTo" ? 'Write one text, with commas between patterns: `applyTo: "**/*.ts,**/*.tsx"`.' : "Put it in quotes.";
  header.report("copilot/not-text", key, `\`${key}\` is ${kindOf(value)}, and VS Code takes no notice of it.`, hint);
  return undefined;
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a mapping";
  return `\`${String(value)}\`, which is no text without quotes`;
}

function write({ inclusion, description, globs }: PrintableRule): Readonly<Record<string, string | undefined>> {
  const patterns = inclusion === "always" ? ["**"] : globs.flatMap(toAnywhereGlobs);
  return {
    // VS Code offers every rule with a description to the agent: one that has to be asked for must not have any.
    description: inclusion === "manual" || description === "" ? undefined : printText(description),
    applyTo: inclusion === "always" || inclusion === "fileMatch" ? printQuoted(patterns.join(",")) : undefined,
  };
}

function printText(text: string): string {
  return printYaml(text) === text && !text.includes("#") ? text : printQuoted(text);
}

/** In quotes that VS Code reads without knowing backslashes, wherever that is possible. */
function printQuoted(text: string): string {
  if (!/["\\\p{Cc}]/u.test(text)) return `"${text}"`;
  return /['\p{Cc}]/u.test(text) ? JSON.stringify(text) : `'${text}'`;
}
