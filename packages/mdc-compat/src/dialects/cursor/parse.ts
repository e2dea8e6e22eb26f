import {
  checkGlob,
  extractContent,
  createDraft,
  reportAnomalies,
  splitFrontMatter,
  type Diagnostic,
  type FrontMatterSplit,
  type Inclusion,
  type RuleDraft,
  type RuleFile,
} from "@precept/core";
import { report } from "../../diagnostic-catalogue.ts";
import { fixValue } from "../../format/fix-value.ts";
import { printBareGlobs } from "../../globs/print-bare.ts";
import { readCursorHeader, type CursorHeader } from "./read-header.ts";

interface ParsedRule {
  readonly draft: RuleDraft;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a `.mdc` file as Cursor does. Every text is a rule: what is odd about it is reported, and nothing is refused. */
export function parseCursorRule({ text, path, file }: RuleFile): ParsedRule {
  const split = splitFrontMatter(text);
  const header = readCursorHeader(split.header, split.headerLine, file);
  const globs = header.entries.get("globs");
  const place = { file, line: split.headerLine + (globs?.line ?? 0), column: globs?.column ?? 1 };
  const top = { file, line: 1, column: 1 };
  const diagnostics: Diagnostic[] = [
    ...reportAnomalies(split, file, true),
    ...header.diagnostics.map((one) => (isAboutQuotes(one) ? { ...one, ...fixFor(split, header) } : one)),
    ...header.globs.flatMap((glob) => checkGlob(glob, place) ?? []),
    ...(split.found || split.anomalies.length > 0 ? [] : [report("cursor/no-front-matter", top)]),
    ...(isFolderRule(path) ? [report("cursor/folder-rule", top)] : []),
  ];
  return {
    diagnostics,
    draft: createDraft({
      name: nameFrom(path),
      description: header.description,
      content: extractContent(split),
      inclusion: inclusionOf(header),
      globs: header.globs,
      metadata: header.metadata,
    }),
  };
}

function isAboutQuotes({ code }: Diagnostic): boolean {
  return code === "cursor/quoted-globs" || code === "cursor/globs-list";
}

/** The patterns bare, on one line. */
function fixFor(split: FrontMatterSplit, { patterns }: CursorHeader): Pick<Diagnostic, "fix"> {
  const fix = fixValue(split, "globs", printBareGlobs(patterns));
  return fix === undefined ? {} : { fix };
}

/** Cursor's own table: `alwaysApply`, else patterns, else a description, else nothing but an `@` mention. */
function inclusionOf({ alwaysApply, globs, description }: CursorHeader): Inclusion {
  if (alwaysApply) return "always";
  if (globs.length > 0) return "fileMatch";
  return description.trim() === "" ? "manual" : "agentRequested";
}

function isFolderRule(path: string): boolean {
  return /(?:^|\/)RULE\.md$/i.test(path);
}

function nameFrom(path: string): string {
  const segments = path.split("/");
  const name = isFolderRule(path) ? segments.at(-2) : segments.at(-1);
  return (name ?? path).replace(/\.(?:mdc|md)$/i, "") || path;
}
