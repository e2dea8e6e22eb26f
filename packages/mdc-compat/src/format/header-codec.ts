import {
  checkGlob,
  extractContent,
  createDraft,
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
import { report } from "../diagnostic-catalogue.ts";
import { adviseOnKeys } from "./advise-on-keys.ts";
import { checkLimits } from "./check-limits.ts";
import { fixValue } from "./fix-value.ts";
import type { FormatFacts } from "./facts.ts";
import type { Header, HeaderFormat } from "./header-format.ts";
import { escapeImports } from "./imports.ts";
import { nameOf } from "./name-of.ts";
import { notesFor } from "./notes.ts";
import { printFile, type HeaderWriting } from "./print.ts";
import { odditiesOf } from "./split-strictly.ts";

/** The largest file of another tool that is read, in bytes. */
export const maxDialectBytes = 262_144;

/** A codec for Markdown below a YAML front matter, of which only what is special is given. */
export function createHeaderCodec(format: HeaderFormat): RuleCodec {
  const { facts, extensions, accepts, ignored, imports } = format;
  const nameKey = facts.keys.find(({ field }) => field === "name")?.name;
  const verbatim: HeaderWriting = {
    ...(nameKey !== undefined && { nameKey }),
    keys: facts.keys.flatMap(({ name, field }) => (field === undefined ? [] : [name])),
    keepsKeys: facts.keepsKeys,
    split: (text) => format.split(text),
    // Every text is a rule: no tool refuses a file.
    parse: (text) => parse(format, { text, path: "", file: "" }).draft,
    write: (rule) => format.write({ ...rule, inclusion: facts.inclusions[rule.inclusion].becomes ?? rule.inclusion }),
  };
  const { imports: importing } = facts;
  const escaping: HeaderWriting =
    importing === undefined ? verbatim : { ...verbatim, writeContent: ({ content }) => escapeImports(content, importing) };
  return {
    id: facts.id,
    title: facts.title,
    extensions,
    maxBytes: format.maxBytes ?? maxDialectBytes,
    ...(accepts !== undefined && { accepts }),
    ...(ignored !== undefined && { ignored }),
    ...(imports !== undefined && { imports }),
    parse: (file) => parse(format, file),
    print(rule, original) {
      // Where `@path` brings in a file already, it was meant to.
      const text = printFile(rule.origin.imports === true ? verbatim : escaping, rule, original);
      return { text, notes: notesFor(rule, facts, text) };
    },
  };
}

function parse(
  format: HeaderFormat,
  { text, path, file }: RuleFile,
): ParsedFile & { readonly draft: NonNullable<ParsedFile["draft"]> } {
  const { facts } = format;
  const split = format.split(text);
  const { entries, diagnostics: problems } =
    format.readHeader?.(split, file) ?? readYamlHeader(split.header, split.headerLine, file);
  const diagnostics: Diagnostic[] = [
    ...reportFences(split, text, facts, file),
    // The tool uses the rule all the same.
    ...problems.map((problem): Diagnostic => (isError(problem) ? { ...problem, severity: "warning" } : problem)),
  ];
  const header = new HeaderEntries({ split, entries, problems: problems.filter(isError), text, path, file }, diagnostics);
  const reading = format.read(header);
  diagnostics.push(...adviseOnKeys(facts, entries, file), ...checkLimits(facts, text, file));
  const { globs = [], name, description = "", content = extractContent(split), ...said } = reading;
  const key = facts.keys.find(({ field }) => field === "globs")?.name;
  diagnostics.push(...globs.flatMap((glob) => checkGlob(glob, header.placeOf(key)) ?? []));
  const metadata = Object.fromEntries(
    [...entries]
      .filter(([written]) => facts.keys.every((own) => own.name !== written || own.field === undefined))
      .map(([written, { value }]) => [written, value]),
  );
  const draft = createDraft({
    ...said,
    name: name ?? nameOf(path, format.extensions),
    label: name === undefined,
    description,
    globs,
    content,
    metadata,
  });
  return { draft, diagnostics };
}

/** What is unusual about how the front matter is set off, and what that means where the tool does not see it. */
function reportFences(split: FrontMatterSplit, text: string, { title }: FormatFacts, file: string): Diagnostic[] {
  const oddities = reportAnomalies({ ...split, anomalies: odditiesOf(split, text) }, file, true);
  if (split.found) return oddities;
  return oddities.map((oddity) => ({
    ...oddity,
    message: `${oddity.message.replace(/\.$/, "")}; ${title} reads all of the file as text.`,
  }));
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** A file after its front matter was read. */
interface SplitFile extends RuleFile {
  readonly split: FrontMatterSplit;
  readonly entries: ReadonlyMap<string, YamlEntry>;
  /** Why the front matter can't be read. */
  readonly problems: readonly Diagnostic[];
}

class HeaderEntries implements Header {
  readonly path: string;
  readonly file: string;
  readonly isReadable: boolean;
  readonly isYaml: boolean;
  readonly isThere: boolean;
  readonly entries: ReadonlyMap<string, YamlEntry>;
  readonly body: string;
  readonly text: string;
  readonly #split: FrontMatterSplit;
  readonly #diagnostics: Diagnostic[];

  constructor({ split, entries, problems, text, path, file }: SplitFile, diagnostics: Diagnostic[]) {
    this.path = path;
    this.file = file;
    this.isThere = split.found;
    this.isReadable = split.found && problems.length === 0;
    this.isYaml = split.found && problems.every(({ code }) => code === "front-matter/not-a-mapping");
    this.entries = entries;
    this.body = split.body;
    this.text = text;
    this.#split = split;
    this.#diagnostics = diagnostics;
  }

  value(key: string): Json | undefined {
    return this.entries.get(key)?.value;
  }

  placeOf(key: string | undefined) {
    const entry = key === undefined ? undefined : this.entries.get(key);
    return { file: this.file, line: entry?.line ?? Math.max(1, this.#split.headerLine - 1), column: entry?.column ?? 1 };
  }

  report(code: Parameters<Header["report"]>[0], key?: string, message?: string, hint?: string): void {
    this.#diagnostics.push(report(code, this.placeOf(key), message, hint));
  }

  reportFixable(code: Parameters<Header["report"]>[0], key: string, value: string): void {
    const fix = fixValue(this.#split, key, value);
    this.#diagnostics.push(report(code, this.placeOf(key), undefined, undefined, fix));
  }
}
