import type { FrontMatterSplit, Inclusion, Json, Rule, RuleCodec, YamlEntry, YamlHeader } from "@precept/core";
import type { DialectDiagnosticCode } from "../diagnostic-catalogue.ts";
import type { FormatFacts } from "./facts.ts";

/** What a rule says in a file. */
export type PrintableRule = Pick<
  Rule,
  "name" | "inclusion" | "description" | "globs" | "enabled" | "contexts" | "metadata" | "content"
>;

/** A kind of rule file with a front matter: what is special about it. Everything else is the same for all of them. */
export interface HeaderFormat extends Pick<RuleCodec, "extensions" | "accepts" | "ignored" | "imports"> {
  readonly facts: FormatFacts;
  /** The largest file that is read, in bytes. Default 256 KiB. */
  readonly maxBytes?: number;
  /** Where the tool itself sees the front matter. */
  split(text: string): FrontMatterSplit;
  /** How the tool reads the lines of the front matter, and what is odd about them. Default: as YAML, all of them or none. */
  readHeader?(split: FrontMatterSplit, file: string): YamlHeader;
  /** What the tool makes of the keys. */
  read(header: Header): HeaderReading;
  /** The values of the tool's own keys, as they are written behind the colon; undefined leaves a key out. */
  write(rule: PrintableRule): Readonly<Record<string, string | undefined>>;
}

/** A front matter as the tool's reader sees it. */
export interface Header {
  /** The file's path in its root. */
  readonly path: string;
  /** What people call the file: its path in the project, or an absolute one where it lies elsewhere. */
  readonly file: string;
  /** Whether there is one that can be read. Where not, `entries` is empty. */
  readonly isReadable: boolean;
  /** Whether there is one that is YAML, be it a list of keys or not. */
  readonly isYaml: boolean;
  /** Whether there is one at all. */
  readonly isThere: boolean;
  readonly entries: ReadonlyMap<string, YamlEntry>;
  /** The text below. */
  readonly body: string;
  /** The whole file. */
  readonly text: string;
  value(key: string): Json | undefined;
  /** Reports something at a key, or at the top of the front matter where there is none. */
  report(code: DialectDiagnosticCode, key?: string, message?: string, hint?: string): void;
  /** Reports something at a key that another value puts right, as it is to stand behind the colon. */
  reportFixable(code: DialectDiagnosticCode, key: string, value: string): void;
}

/** What the tool makes of a front matter. */
export interface HeaderReading {
  readonly inclusion: Inclusion;
  /** In the canonical language. */
  readonly globs?: readonly string[];
  readonly description?: string;
  /** Where the file declares one; else the rule is called like its file. */
  readonly name?: string;
  readonly enabled?: boolean;
  readonly contexts?: readonly string[];
  /** Where the tool shows the agent something else than the body. */
  readonly content?: string;
}
