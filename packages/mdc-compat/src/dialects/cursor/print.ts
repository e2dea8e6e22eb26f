import { splitFrontMatter, type FidelityNote, type PrintedFile, type Rule } from "@precept/core";
import type { FormatFacts } from "../../format/facts.ts";
import type { PrintableRule } from "../../format/header-format.ts";
import { notesFor } from "../../format/notes.ts";
import { printFile, type HeaderWriting } from "../../format/print.ts";
import { printBareGlobs } from "../../globs/print-bare.ts";
import { toRootedGlobs } from "../../globs/rooted.ts";
import { cursorFacts } from "./facts.ts";
import { parseCursorRule } from "./parse.ts";

const writing: HeaderWriting = {
  keys: cursorFacts.keys.map(({ name }) => name),
  keepsKeys: true,
  split: splitFrontMatter,
  parse: (text) => parseCursorRule({ text, path: "", file: "" }).draft,
  write: writeKeys,
};

/** Writes a `.mdc` file as Cursor documents it: bare patterns with commas between them, and `alwaysApply` always there. */
export function printCursorRule(rule: Rule, original?: string, facts: FormatFacts = cursorFacts): PrintedFile {
  const text = printFile(writing, rule, original);
  return { text, notes: [...notesFor(rule, facts, text), ...notesOnDescription(rule)] };
}

function writeKeys({ inclusion, description, globs }: PrintableRule): Readonly<Record<string, string>> {
  return {
    // Cursor offers every rule with a description to the agent: one that has to be asked for must not have any.
    description: inclusion === "manual" ? "" : printText(onOneLine(description)),
    globs: inclusion === "fileMatch" ? printBareGlobs(globs.flatMap(toRootedGlobs)) : "",
    alwaysApply: String(inclusion === "always"),
  };
}

function notesOnDescription({ inclusion, description }: Rule): FidelityNote[] {
  if (inclusion === "manual" || description.trim() === "" || onOneLine(description) === description) return [];
  return [{ field: "description", kind: "lost", message: "A description is one line here, without spaces around it." }];
}

function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").trim();
}

/** A text is written bare, unless it would be read as a comment, a quoted text or the beginning of a block. */
function printText(text: string): string {
  return /^(?:["'#]|[|>][-+0-9]*$)/.test(text) ? JSON.stringify(text) : text;
}
