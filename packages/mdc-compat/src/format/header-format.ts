import type {
  FidelityNote,
  FrontMatterSplit,
  Inclusion,
  Json,
  Rule,
  RuleCodec,
  RuleFile,
  YamlEntry,
  YamlHeader,
} from "@precept/core";
import type { FormatSpec } from "../model/spec.ts";
import type { DialectDiagnostics } from "./report.ts";

/** The fields of a rule that a file can store. */
export type PrintableRule = Pick<
  Rule,
  "name" | "inclusion" | "description" | "globs" | "enabled" | "contexts" | "metadata" | "content"
>;

/** The parts of a codec that differ between formats with front matter. `createHeaderCodec` provides the rest. */
export interface HeaderFormat<Catalogue extends DialectDiagnostics> extends Pick<RuleCodec, "accepts" | "ignored"> {
  readonly spec: FormatSpec;
  /** Default `.md`. */
  readonly extensions?: readonly string[];
  /** The diagnostics that `read` reports, by code. */
  readonly diagnostics: Catalogue;
  /** Splits front matter and body as the tool does. Default: as `splitStrictly`. */
  readonly split?: (text: string) => FrontMatterSplit;
  /** Reads the front matter keys as the tool does. Default: as YAML, where one error makes all keys unreadable. */
  readHeader?(split: FrontMatterSplit, file: string): YamlHeader;
  /** Interprets the keys as the tool does. */
  read(header: Header<Catalogue>): HeaderReading;
  /** Returns the text after the colon for each key of the format. A key with the value undefined is left out. */
  write(rule: PrintableRule): HeaderValues;
  /** Returns the name of a rule whose file declares none. Default: the file name without extension. */
  getName?(path: string): string;
  /** Returns the text below the front matter. Default: the content, with unintended imports escaped. */
  writeContent?(rule: Rule): string;
  /** Lists losses that the spec does not describe. `text` is the printed file. */
  findNotes?(rule: Rule, text: string): readonly FidelityNote[];
}

export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** The front matter of a file. */
export interface Header<Catalogue extends DialectDiagnostics = DialectDiagnostics> extends RuleFile {
  /** Whether the tool detects front matter. */
  readonly hasFrontMatter: boolean;
  /** Whether the tool misses the file's well-formed front matter, and so reads the whole file as text. */
  readonly hidesFrontMatter: boolean;
  /** Whether the file has front matter whose keys can be read. If not, `entries` is empty. */
  readonly isReadable: boolean;
  /** Whether the front matter is valid YAML. It need not be a mapping. */
  readonly isYaml: boolean;
  readonly entries: ReadonlyMap<string, YamlEntry>;
  value(key: string): Json | undefined;
  /** Returns the value of a key if it is a string. */
  string(key: string): string | undefined;
  /** Adds a diagnostic at a key, or at the start of the front matter if the key does not exist. */
  report(code: keyof Catalogue & string, key?: string, message?: string, hint?: string): void;
  /** Adds a diagnostic with a fix that replaces the value of the key. `value` is the text after the colon. */
  reportFixable(code: keyof Catalogue & string, key: string, value: string): void;
}

/** The rule fields that the front matter sets. */
export interface HeaderReading {
  readonly inclusion: Inclusion;
  /** In Precept's pattern syntax. */
  readonly globs?: readonly string[];
  readonly description?: string | undefined;
  /** The name that the file declares. Default: derived from the file name. */
  readonly name?: string | undefined;
  readonly enabled?: boolean;
  readonly contexts?: readonly string[];
  /** The tools that the rule is for. Default: all. */
  readonly targets?: readonly string[];
  /** The text that the tool gives to the agent. Default: the body. */
  readonly content?: string;
}
