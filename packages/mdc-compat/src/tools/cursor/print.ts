import { splitFrontMatter, type FidelityNote, type PrintedFile, type Rule } from "@precept/core";
import type { FormatSpec } from "../../model/spec.ts";
import type { PrintableRule } from "../../format/header-format.ts";
import { findFidelityNotes } from "../../format/fidelity-notes.ts";
import { printFile, type HeaderWriter } from "../../format/print.ts";
import { printBareGlobs, toRootedGlobs } from "../../globs/rooted.ts";
import { cursorSpec } from "./spec.ts";
import { parseCursorRule } from "./parse.ts";

const writer: HeaderWriter = {
  keys: cursorSpec.keys.map(({ name }) => name),
  allowsUnknownKeys: true,
  split: splitFrontMatter,
  parse: (text) => parseCursorRule({ text, path: "", file: "" }).draft,
  write: writeKeys,
};

/** Prints a `.mdc` file as Cursor documents it: unquoted, comma-separated patterns, always with `alwaysApply`. */
export function printCursorRule(rule: Rule, original?: string, spec: FormatSpec = cursorSpec): PrintedFile {
  const text = printFile(writer, rule, original);
  return { text, notes: [...findFidelityNotes(rule, spec, text), ...checkDescription(rule)] };
}

function writeKeys({ inclusion, description, globs }: PrintableRule): Readonly<Record<string, string>> {
  return {
    // Cursor offers every rule with a description to the agent, so a manual rule must not have one.
    description: inclusion === "manual" ? "" : printText(joinLines(description)),
    globs: inclusion === "fileMatch" ? printBareGlobs(globs.flatMap(toRootedGlobs)) : "",
    alwaysApply: String(inclusion === "always"),
  };
}

function checkDescription({ inclusion, description }: Rule): FidelityNote[] {
  if (inclusion === "manual" || description.trim() === "" || joinLines(description) === description) return [];
  return [
    {
      field: "description",
      kind: "lost",
      message: "The description is written on one line, without leading and trailing spaces.",
    },
  ];
}

function joinLines(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").trim();
}

/** Quotes a text only if it would otherwise be read as a comment, a quoted string or the start of a block value. */
function printText(text: string): string {
  return /^(?:["'#]|[|>][-+0-9]*$)/.test(text) ? JSON.stringify(text) : text;
}
