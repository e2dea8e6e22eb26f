import {
  checkGlob,
  extractContent,
  createDraft,
  createReporter,
  readYamlHeader,
  reportAnomalies,
  type Diagnostic,
  type FrontMatterSplit,
  type Json,
  type ParsedFile,
  type RuleCodec,
  type RuleFile,
  type YamlEntry,
} from "@precept/core";
import { reportUnknownKeys } from "./report-unknown-keys.ts";
import { checkLimits } from "./check-limits.ts";
import { fixValue } from "./fix-value.ts";
import type { FormatSpec } from "../model/spec.ts";
import type { Header, HeaderDiagnostics, HeaderFormat } from "./header-format.ts";
import { escapeImports } from "./imports.ts";
import { getRuleName } from "./rule-name.ts";
import { findFidelityNotes } from "./fidelity-notes.ts";
import { printFile, type HeaderWriter } from "./print.ts";
import { findAnomalies } from "./split-strictly.ts";

/** Maximum size of a file of another tool, in bytes. */
export const maxDialectBytes = 262_144;

/** Creates the codec of a format that is Markdown with front matter. */
export function createHeaderCodec<Catalogue extends HeaderDiagnostics>(format: HeaderFormat<Catalogue>): RuleCodec {
  const { spec, extensions, accepts, ignored, imports } = format;
  const nameKey = spec.keys.find(({ field }) => field === "name")?.name;
  const writer: HeaderWriter = {
    ...(nameKey !== undefined && { nameKey }),
    keys: spec.keys.flatMap(({ name, field }) => (field === undefined ? [] : [name])),
    allowsUnknownKeys: spec.allowsUnknownKeys,
    split: (text) => format.split(text),
    // Any text is a valid rule file, because the tools do not reject files.
    parse: (text) => parse(format, { text, path: "", file: "" }).draft,
    write: (rule) => format.write({ ...rule, inclusion: spec.inclusions[rule.inclusion].fallback ?? rule.inclusion }),
  };
  const { imports: importSpec } = spec;
  const escapingWriter: HeaderWriter =
    importSpec === undefined ? writer : { ...writer, writeContent: ({ content }) => escapeImports(content, importSpec) };
  return {
    id: spec.id,
    title: spec.title,
    extensions,
    maxBytes: format.maxBytes ?? maxDialectBytes,
    ...(accepts !== undefined && { accepts }),
    ...(ignored !== undefined && { ignored }),
    ...(imports !== undefined && { imports }),
    parse: (file) => parse(format, file),
    print(rule, original) {
      // If `@path` is an import in the rule's own file too, it is intended.
      const base = rule.origin.imports === true ? writer : escapingWriter;
      const content = format.writeContent?.(rule, original);
      const text = printFile(content === undefined ? base : { ...base, writeContent: () => content }, rule, original);
      return { text, notes: [...findFidelityNotes(rule, spec, text), ...(format.findNotes?.(rule, text, original) ?? [])] };
    },
  };
}

function parse<Catalogue extends HeaderDiagnostics>(
  format: HeaderFormat<Catalogue>,
  { text, path, file }: RuleFile,
): ParsedFile & { readonly draft: NonNullable<ParsedFile["draft"]> } {
  const { spec } = format;
  const split = format.split(text);
  const { entries, diagnostics: found } =
    format.readHeader?.(split, file) ?? readYamlHeader(split.header, split.headerLine, file);
  const diagnostics: Diagnostic[] = [
    ...reportFrontMatterAnomalies(split, text, spec, file),
    // Errors become warnings: the tool uses the rule nevertheless.
    ...found.map((diagnostic): Diagnostic => (isError(diagnostic) ? { ...diagnostic, severity: "warning" } : diagnostic)),
  ];
  const header = new FileHeader<Catalogue>(
    { split, entries, errors: found.filter(isError), text, path, file },
    diagnostics,
    createReporter(format.diagnostics),
  );
  const reading = format.read(header);
  diagnostics.push(...reportUnknownKeys(spec, entries, file), ...checkLimits(spec, text, file));
  const { globs = [], name, description = "", content = extractContent(split), ...fields } = reading;
  const key = spec.keys.find(({ field }) => field === "globs")?.name;
  diagnostics.push(...globs.flatMap((glob) => checkGlob(glob, header.locate(key)) ?? []));
  const metadata = Object.fromEntries(
    [...entries]
      .filter(([entry]) => spec.keys.every((own) => own.name !== entry || own.field === undefined))
      .map(([entry, { value }]) => [entry, value]),
  );
  const draft = createDraft({
    ...fields,
    name: name ?? format.getName?.(path) ?? getRuleName(path, format.extensions),
    label: name === undefined,
    description,
    globs,
    content,
    metadata,
  });
  return { draft, diagnostics };
}

/** Reports anomalies of the front matter delimiters. If the tool does not detect the front matter because of them, the messages say so. */
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

interface SplitFile extends RuleFile {
  readonly split: FrontMatterSplit;
  readonly entries: ReadonlyMap<string, YamlEntry>;
  /** Why the front matter cannot be read. */
  readonly errors: readonly Diagnostic[];
}

type Report<Catalogue extends HeaderDiagnostics> = ReturnType<typeof createReporter<Catalogue>>;

class FileHeader<Catalogue extends HeaderDiagnostics> implements Header<Catalogue> {
  readonly path: string;
  readonly file: string;
  readonly isReadable: boolean;
  readonly isYaml: boolean;
  readonly hasFrontMatter: boolean;
  readonly entries: ReadonlyMap<string, YamlEntry>;
  readonly body: string;
  readonly text: string;
  readonly #split: FrontMatterSplit;
  readonly #diagnostics: Diagnostic[];
  readonly #report: Report<Catalogue>;

  constructor({ split, entries, errors, text, path, file }: SplitFile, diagnostics: Diagnostic[], report: Report<Catalogue>) {
    this.path = path;
    this.file = file;
    this.hasFrontMatter = split.found;
    this.isReadable = split.found && errors.length === 0;
    this.isYaml = split.found && errors.every(({ code }) => code === "front-matter/not-a-mapping");
    this.entries = entries;
    this.body = split.body;
    this.text = text;
    this.#split = split;
    this.#diagnostics = diagnostics;
    this.#report = report;
  }

  value(key: string): Json | undefined {
    return this.entries.get(key)?.value;
  }

  locate(key: string | undefined) {
    const entry = key === undefined ? undefined : this.entries.get(key);
    return { file: this.file, line: entry?.line ?? Math.max(1, this.#split.headerLine - 1), column: entry?.column ?? 1 };
  }

  report(code: keyof Catalogue & string, key?: string, message?: string, hint?: string): void {
    this.#diagnostics.push(this.#report(code, this.locate(key), message, hint));
  }

  reportFixable(code: keyof Catalogue & string, key: string, value: string): void {
    const fix = fixValue(this.#split, key, value);
    this.#diagnostics.push(this.#report(code, this.locate(key), undefined, undefined, fix));
  }
}
