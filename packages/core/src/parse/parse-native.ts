import { pushAll } from "../model/lists.ts";
import { defaultInclusion, inclusionTable } from "@precept/contract/values";
import { checkGlob } from "../glob/check-glob.ts";
import { createDraft, type RuleDraft } from "../model/rule.ts";
import type { Diagnostic, Fix } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { withoutUndefined } from "../model/json.ts";
import type { ExportedRecord, ParsedFile, RuleFile } from "../ports/rule-codec.ts";
import { extractContent, splitFrontMatter, type FrontMatterSplit } from "./front-matter.ts";
import { readHeaderLines } from "./header-lines.ts";
import { quoteValues } from "./quote-values.ts";
import { reportAnomalies } from "./report-anomalies.ts";
import { reportUnknownKeys } from "./unknown-keys.ts";
import { nativeKeys, readNativeHeader, type NativeHeader } from "./native-fields.ts";
import type { YamlEntry } from "./parse-yaml-header.ts";
import { readYamlHeader } from "./yaml-header.ts";

/** Parses a native rule file: Markdown with a front matter that has at least `name` and `description`. */
export function parseNativeRule({ text, file }: RuleFile): ParsedFile {
  const split = splitFrontMatter(text);
  const diagnostics: Diagnostic[] = reportAnomalies(split, file);
  if (!split.found) return { diagnostics: [report("front-matter/missing", { file, line: 1, column: 1 }), ...diagnostics] };
  if (diagnostics.some(isError)) return { diagnostics };
  const header = readYamlHeader(split.header, split.headerLine, file);
  pushAll(diagnostics, withFix(header.diagnostics, split));
  if (diagnostics.some(isError)) return { diagnostics };
  const values = readFields(header.entries, split.headerLine - 1, file, diagnostics);
  if (values === undefined) return { diagnostics };
  const draft = buildDraft(values, header.entries, extractContent(split));
  pushAll(diagnostics, checkDraft(draft, header.entries, split, file));
  const record = readRecord(values);
  return { draft, ...(record !== undefined && { record }), diagnostics };
}

/** Adds a fix to the first YAML problem: the others follow from it. */
function withFix(diagnostics: readonly Diagnostic[], split: FrontMatterSplit): readonly Diagnostic[] {
  const [first, ...others] = diagnostics;
  if (first?.code !== "front-matter/yaml") return diagnostics;
  const fix = quoteValues(split);
  return fix === undefined ? diagnostics : [{ ...first, fix }, ...others];
}

function removeKey(split: FrontMatterSplit, key: string): Fix | undefined {
  const entry = readHeaderLines(split.header).entries.find((one) => one.key === key);
  if (entry === undefined) return undefined;
  const start = split.lead.length + split.open.length;
  return { title: `Remove "${key}"`, edits: [{ start: start + entry.start, end: start + entry.end, text: "" }], safe: true };
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

function readFields(
  entries: ReadonlyMap<string, YamlEntry>,
  openingLine: number,
  file: string,
  diagnostics: Diagnostic[],
): NativeHeader | undefined {
  const checked = readNativeHeader(entries);
  if ("header" in checked) return checked.header;
  for (const { key, message } of checked.problems) {
    const { line = openingLine, column = 1, value = null } = entries.get(key) ?? {};
    const location = { file, line, column };
    diagnostics.push(
      value === null
        ? report(
            "rule/field-missing",
            location,
            `The field "${key}" is missing.`,
            `Add a line \`${key}: …\` to the front matter.`,
          )
        : report("rule/field-invalid", location, `The field "${key}" ${message}, not ${JSON.stringify(value)}.`),
    );
  }
  return undefined;
}

function buildDraft(values: NativeHeader, entries: ReadonlyMap<string, YamlEntry>, content: string): RuleDraft {
  const { fileMatchPattern = [], ruleId: _id, createdAt: _created, updatedAt: _updated, ...fields } = values;
  const globs = [...new Set([...(values.globs ?? []), ...fileMatchPattern])];
  const others = [...entries].filter(([key]) => !nativeKeys.has(key));
  const metadata = Object.fromEntries(others.map(([key, { value }]) => [key, value]));
  return createDraft({ inclusion: defaultInclusion(globs), ...fields, content, globs, metadata, label: false });
}

function readRecord({ ruleId, createdAt, updatedAt }: NativeHeader): ExportedRecord | undefined {
  if (ruleId === undefined && createdAt === undefined && updatedAt === undefined) return undefined;
  return withoutUndefined({ id: ruleId, createdAt, updatedAt });
}

function* checkDraft(
  draft: RuleDraft,
  entries: ReadonlyMap<string, YamlEntry>,
  split: FrontMatterSplit,
  file: string,
): Iterable<Diagnostic> {
  const scope = entries.get("scope");
  if (scope !== undefined) {
    const { line, column } = scope;
    yield report("rule/scope-from-place", { file, line, column }, undefined, undefined, removeKey(split, "scope"));
  }
  for (const key of entries.keys()) {
    if (nativeKeys.has(key) || key === "scope") continue;
    yield* reportUnknownKeys(split, file, new Set(entries.keys()));
    break;
  }
  const globs = entries.get("globs") ?? entries.get("fileMatchPattern");
  const location = {
    file,
    line: globs?.line ?? entries.get("inclusion")?.line,
    column: globs?.column ?? entries.get("inclusion")?.column,
  };
  if (inclusionTable[draft.inclusion].trigger === "files" && draft.globs.length === 0) yield report("rule/no-globs", location);
  for (const glob of draft.globs) {
    const problem = checkGlob(glob, location);
    if (problem !== undefined) yield problem;
  }
  if (draft.content.trim() === "") yield report("rule/empty", { file, line: split.bodyLine, column: 1 });
}
