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
import { cursorReporter, type FormatReporter } from "./diagnostics.ts";
import { fixValue } from "../../format/fix-value.ts";
import { printBareGlobs } from "../../globs/rooted.ts";
import { readCursorHeader, type CursorHeader } from "./read-header.ts";

interface ParsedRule {
  readonly draft: RuleDraft;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a `.mdc` file as Cursor does. Reports problems, and never fails: any text is a valid rule file. */
export function parseCursorRule({ text, path, file }: RuleFile, reporter: FormatReporter = cursorReporter): ParsedRule {
  const split = splitFrontMatter(text);
  const header = readCursorHeader(split.header, split.headerLine, file, reporter);
  const globs = header.entries.get("globs");
  const globsLocation = { file, line: split.headerLine + (globs?.line ?? 0), column: globs?.column ?? 1 };
  const top = { file, line: 1, column: 1 };
  const diagnostics: Diagnostic[] = [
    ...reportAnomalies(split, file, true),
    ...header.diagnostics.map((one) => (isAboutListSyntax(one) ? { ...one, ...createFix(split, header) } : one)),
    ...header.globs.flatMap((glob) => checkGlob(glob, globsLocation) ?? []),
    ...(split.found || split.anomalies.length > 0 ? [] : reporter.report("no-front-matter", top)),
    ...(isFolderRule(path) ? reporter.report("folder-rule", top) : []),
  ];
  return {
    diagnostics,
    draft: createDraft({
      name: getName(path),
      description: header.description,
      content: extractContent(split),
      inclusion: getInclusion(header),
      globs: header.globs,
      metadata: header.metadata,
    }),
  };
}

function isAboutListSyntax({ code }: Diagnostic): boolean {
  return code === "cursor/quoted-globs" || code === "cursor/globs-list";
}

function createFix(split: FrontMatterSplit, { patterns }: CursorHeader): Pick<Diagnostic, "fix"> {
  const fix = fixValue(split, "globs", printBareGlobs(patterns));
  return fix === undefined ? {} : { fix };
}

/** As Cursor documents: `alwaysApply` wins over patterns, and patterns over a description. Default: manual. */
function getInclusion({ alwaysApply, globs, description }: CursorHeader): Inclusion {
  if (alwaysApply) return "always";
  if (globs.length > 0) return "fileMatch";
  return description.trim() === "" ? "manual" : "agentRequested";
}

function isFolderRule(path: string): boolean {
  return /(?:^|\/)RULE\.md$/i.test(path);
}

function getName(path: string): string {
  const segments = path.split("/");
  const name = isFolderRule(path) ? segments.at(-2) : segments.at(-1);
  return (name ?? path).replace(/\.(?:mdc|md)$/i, "") || path;
}
