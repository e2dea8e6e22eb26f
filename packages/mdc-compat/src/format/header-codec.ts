import {
  pushAll,
  checkGlob,
  createDraft,
  extractContent,
  nearestNames,
  readHeaderLines,
  readYamlHeader,
  reportAnomalies,
  splitFrontMatter,
  type Diagnostic,
  type FrontMatterSplit,
  type ParsedFile,
  type RuleCodec,
  type RuleFile,
  type SourceLocation,
  type YamlEntry,
} from "@precept/core";
import type { FormatSpec } from "../model/spec.ts";
import { checkLimits } from "./check-limits.ts";
import { findFidelityNotes } from "./fidelity-notes.ts";
import { fixValue } from "./fix-value.ts";
import type { Header, HeaderFormat } from "./header-format.ts";
import { escapeImports } from "./imports.ts";
import { printFile, type HeaderWriter } from "./print.ts";
import { createDialectReporter, report, type DialectDiagnostics } from "./report.ts";
import { getRuleName } from "./rule-name.ts";
import { findAnomalies, splitStrictly } from "./split-strictly.ts";

/** Maximum size of a file of another tool, in bytes. */
export const maxDialectBytes = 262_144;

/** Creates the codec of a format that is Markdown with front matter. */
export function createHeaderCodec<Catalogue extends DialectDiagnostics>(format: HeaderFormat<Catalogue>): RuleCodec {
  const { spec, extensions = [".md"], accepts, ignored, split = splitStrictly } = format;
  const { imports } = spec;
  const nameKey = spec.keys.find(({ field }) => field === "name")?.name;
  const parse = createParser(format);
  const writer: HeaderWriter = {
    ...(nameKey !== undefined && { nameKey }),
    keys: spec.keys.flatMap(({ name, field }) => (field === undefined ? [] : [name])),
    allowsUnknownKeys: spec.allowsUnknownKeys,
    split,
    // Any text is a valid rule file, because the tools do not reject files.
    parse: (text) => parse({ text, path: "", file: "" }).draft,
    write: (rule) => format.write({ ...rule, inclusion: spec.inclusions[rule.inclusion].fallback ?? rule.inclusion }),
  };
  const escapingWriter: HeaderWriter =
    imports === undefined ? writer : { ...writer, writeContent: ({ content }) => escapeImports(content, imports) };
  return {
    id: spec.id,
    title: spec.title,
    extensions,
    maxBytes: maxDialectBytes,
    ...(accepts !== undefined && { accepts }),
    ...(ignored !== undefined && { ignored }),
    ...(imports !== undefined && { imports: true }),
    parse,
    print(rule, original) {
      // If `@path` is an import in the rule's own file too, it is intended.
      const base = rule.origin.imports === true ? writer : escapingWriter;
      const content = format.writeContent?.(rule);
      const text = printFile(content === undefined ? base : { ...base, writeContent: () => content }, rule, original);
      return { text, notes: [...findFidelityNotes(rule, spec, text), ...(format.findNotes?.(rule, text) ?? [])] };
    },
  };
}

type Parse = (file: RuleFile) => ParsedFile & { readonly draft: NonNullable<ParsedFile["draft"]> };

function createParser<Catalogue extends DialectDiagnostics>(format: HeaderFormat<Catalogue>): Parse {
  const { spec, extensions = [".md"], split: splitText = splitStrictly } = format;
  const reportOwn = createDialectReporter(format.diagnostics);
  const globsKey = spec.keys.find(({ field }) => field === "globs")?.name;
  return ({ text, path, file }) => {
    const split = splitText(text);
    const { entries, diagnostics: found } =
      format.readHeader?.(split, file) ?? readYamlHeader(split.header, split.headerLine, file);
    const diagnostics: Diagnostic[] = [
      ...reportFrontMatterAnomalies(split, text, spec, file),
      // Errors become warnings: the tool uses the rule nevertheless.
      ...found.map((diagnostic): Diagnostic => (isError(diagnostic) ? { ...diagnostic, severity: "warning" } : diagnostic)),
    ];
    const errors = found.filter(isError);
    const locate = (key = ""): SourceLocation => {
      const { line = Math.max(1, split.headerLine - 1), column = 1 } = entries.get(key) ?? {};
      return { file, line, column };
    };
    const header: Header<Catalogue> = {
      path,
      file,
      text,
      entries,
      hasFrontMatter: split.found,
      get hidesFrontMatter() {
        return !split.found && hasFrontMatter(text);
      },
      isReadable: split.found && errors.length === 0,
      isYaml: split.found && errors.every(({ code }) => code === "front-matter/not-a-mapping"),
      value: (key) => entries.get(key)?.value,
      string(key) {
        const value = entries.get(key)?.value;
        return typeof value === "string" ? value : undefined;
      },
      report: (code, key, message, hint) => void diagnostics.push(reportOwn(code, locate(key), message, hint)),
      reportFixable(code, key, value) {
        diagnostics.push(reportOwn(code, locate(key), undefined, undefined, fixValue(split, key, value)));
      },
    };
    const { globs = [], name, description = "", content = extractContent(split), ...fields } = format.read(header);
    pushAll(diagnostics, [
      ...reportUnknownKeys(spec, entries, file),
      ...checkLimits(spec, text, file),
      ...globs.flatMap((glob) => checkGlob(glob, locate(globsKey)) ?? []),
    ]);
    const others = [...entries].filter(([key]) => spec.keys.every((own) => own.name !== key || own.field === undefined));
    const draft = createDraft({
      ...fields,
      name: name ?? format.getName?.(path) ?? getRuleName(path, extensions),
      label: name === undefined,
      description,
      globs,
      content,
      metadata: Object.fromEntries(others.map(([key, { value }]) => [key, value])),
    });
    return { draft, diagnostics };
  };
}

/** Whether a file has well-formed front matter. False if it has anomalies: those are reported separately. */
function hasFrontMatter(text: string): boolean {
  const { found, header, anomalies } = splitFrontMatter(text);
  return found && anomalies.length === 0 && readHeaderLines(header).entries.length > 0;
}

/** Reports anomalies of the delimiters. The messages say so if the tool misses the front matter because of them. */
function reportFrontMatterAnomalies(split: FrontMatterSplit, text: string, { title }: FormatSpec, file: string): Diagnostic[] {
  const anomalies = reportAnomalies({ ...split, anomalies: findAnomalies(split, text) }, file, true);
  if (split.found) return anomalies;
  return anomalies.map((anomaly) => ({
    ...anomaly,
    message: `${anomaly.message.replace(/\.$/, "")}; ${title} reads the whole file as text.`,
  }));
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** The keys with which various tools set when a rule applies, by the field of the rule. */
const knownKeys: Readonly<Record<string, readonly string[]>> = {
  globs: ["glob", "globs", "paths", "applyTo", "fileMatchPattern", "fileMatching"],
  inclusion: ["alwaysApply", "inclusion", "trigger", "type", "scope"],
};

/** Reports keys that the tool ignores but that the author expects to work: misspelled keys, and keys of other tools. */
function reportUnknownKeys(spec: FormatSpec, entries: ReadonlyMap<string, YamlEntry>, file: string): Diagnostic[] {
  const own = spec.keys.map(({ name }) => name);
  if (own.length === 0) return [];
  return [...entries].flatMap(([key, { line }]) => {
    if (own.includes(key)) return [];
    const location = { file, line, column: 1 };
    const [nearest] = nearestNames(key, own);
    if (nearest !== undefined) {
      return report("dialect/similar-key", location, `${spec.title} has no key "${key}".`, `Did you mean \`${nearest}\`?`);
    }
    const field = Object.entries(knownKeys).find(([, keys]) => keys.includes(key))?.[0];
    if (field === undefined) return [];
    const equivalent = spec.keys.find((one) => one.field === field)?.name;
    const hint = equivalent === undefined ? "Remove the key." : `Use \`${equivalent}\` for ${spec.title}.`;
    return report("dialect/foreign-key", location, `"${key}" is a key of other tools; ${spec.title} ignores it.`, hint);
  });
}
