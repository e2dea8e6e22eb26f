import {
  pushAll,
  readHeaderLines,
  readYamlHeader,
  splitGlobs,
  type Diagnostic,
  type HeaderEntry,
  type Json,
  type YamlHeader,
} from "@precept/core";
import type { CursorProblem, FormatReporter } from "./diagnostics.ts";
import { readLoosely } from "../../format/read-lines.ts";
import { fromRootedGlob } from "../../globs/rooted.ts";

/** The keys that Cursor reads (https://cursor.com/docs/rules). */
const cursorKeys: readonly string[] = ["description", "globs", "alwaysApply"];

export interface CursorHeader {
  readonly description: string;
  readonly globs: readonly string[];
  /** The patterns in Cursor's syntax. */
  readonly patterns: readonly string[];
  readonly alwaysApply: boolean;
  /** The values of keys that Cursor does not know. */
  readonly metadata: Readonly<Record<string, Json>>;
  /** The entries of the keys, for their line and column. */
  readonly entries: ReadonlyMap<string, HeaderEntry>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads front matter as Cursor does: line by line, where a value is the rest of its line, even if the front matter is
 * not valid YAML. Values that span several lines are read as YAML. Reports values that YAML reads differently.
 */
export function readCursorHeader(header: string, firstLine: number, file: string, reporter: FormatReporter): CursorHeader {
  return new HeaderReader(header, firstLine, file, reporter).read();
}

class HeaderReader {
  readonly #header: string;
  readonly #firstLine: number;
  readonly #file: string;
  readonly #reporter: FormatReporter;
  readonly #entries = new Map<string, HeaderEntry>();
  readonly #diagnostics: Diagnostic[] = [];
  #yaml: YamlHeader | undefined;

  constructor(header: string, firstLine: number, file: string, reporter: FormatReporter) {
    this.#reporter = reporter;
    this.#header = header;
    this.#firstLine = firstLine;
    this.#file = file;
  }

  read(): CursorHeader {
    const { entries, strays } = readHeaderLines(this.#header);
    for (const entry of entries) {
      if (this.#entries.has(entry.key))
        this.#report("duplicate-key", entry, `"${entry.key}" is defined twice; the first definition is used.`);
      else this.#entries.set(entry.key, entry);
    }
    for (const line of strays) this.#report("stray-line", { line, column: 1 });
    const description = this.#description();
    const globs = this.#globs();
    const alwaysApply = this.#alwaysApply();
    if (alwaysApply && globs.length > 0) this.#report("ignored-globs", this.#entries.get("globs"));
    return {
      description,
      globs: globs.map(fromRootedGlob),
      patterns: globs,
      alwaysApply,
      metadata: this.#metadata(),
      entries: this.#entries,
      diagnostics: this.#diagnostics,
    };
  }

  #description(): string {
    const entry = this.#entries.get("description");
    if (entry === undefined) return "";
    if (entry.continuation.trim() !== "" || /^[|>][-+0-9]*$/.test(entry.value)) {
      this.#report(
        "block-value",
        entry,
        "The description spans several lines; some versions of Cursor read only the first line.",
      );
      const value = this.#readAsYaml("description");
      if (typeof value === "string") return value.replace(/\s+/g, " ").trim();
      return [entry.value.replace(/^[|>][-+0-9]*$/, ""), ...entry.continuation.split(/[\r\n]+/)]
        .join(" ")
        .replace(/\s+/g, " ")
        .trim();
    }
    // A comment without a value.
    if (entry.value.startsWith("#")) return "";
    const value = this.#unquote(entry.value) ?? entry.value;
    this.#compareWithYaml(entry, value);
    return value;
  }

  #globs(): readonly string[] {
    const entry = this.#entries.get("globs");
    if (entry === undefined) return [];
    const value = this.#removeComment(entry);
    const whole = removeComments(`${value}\n${entry.continuation}`);
    if (isFlowList(whole)) return this.#flowList(entry, whole);
    if (entry.continuation.trim() !== "") return this.#blockList(entry, value);
    if (value === "" || value === "null" || value === "~") return [];
    this.#reportInvalidYaml(entry, value);
    const items = splitGlobs(this.#unquote(value) ?? value);
    const patterns = items.map((item) => this.#unquote(item) ?? item).filter((item) => item.trim() !== "");
    if (patterns.length > 0 && /^["']/.test(value)) this.#report("quoted-globs", entry);
    return patterns;
  }

  #flowList(entry: HeaderEntry, list: string): readonly string[] {
    const text = list.replace(/\s+/g, " ").trim();
    const items = splitGlobs(text.slice(1, -1)).map((item) => this.#unquote(item) ?? item);
    if (items.length > 0) this.#report("globs-list", entry);
    return items.filter((item) => item !== "");
  }

  #blockList(entry: HeaderEntry, value: string): readonly string[] {
    this.#report("globs-list", entry);
    const items = entry.continuation
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => removeComments(line.replace(/^-\s*/, "")));
    return [value.replace(/^[|>][-+0-9]*$/, ""), ...items]
      .flatMap((item) => splitGlobs(this.#unquote(item) ?? item))
      .map((item) => this.#unquote(item) ?? item)
      .filter((item) => item !== "");
  }

  #alwaysApply(): boolean {
    const entry = this.#entries.get("alwaysApply");
    if (entry === undefined) return false;
    const value = this.#removeComment(entry);
    if (/^true$/i.test(value)) return true;
    if (/^(?:false|null|~|)$/i.test(value)) return false;
    const isTrue = /^(["'])true\1$/i.test(value);
    const message = `\`alwaysApply: ${value}\` is neither \`true\` nor \`false\`; Precept reads it as ${isTrue}.`;
    this.#report("always-apply", entry, message);
    return isTrue;
  }

  #metadata(): Record<string, Json> {
    const others = [...this.#entries.values()].filter((entry) => !cursorKeys.includes(entry.key));
    for (const entry of others) {
      const similar = cursorKeys.find((key) => simplify(key) === simplify(entry.key));
      if (similar === undefined) continue;
      this.#report("similar-key", entry, `${this.#reporter.title} has no key "${entry.key}".`, `Did you mean \`${similar}\`?`);
    }
    return Object.fromEntries(others.map((entry) => [entry.key, readLoosely(entry)]));
  }

  /** Returns the value without the comment after it, and reports the comment. */
  #removeComment(entry: HeaderEntry): string {
    const value = removeComments(entry.value);
    if (value !== entry.value) this.#report("trailing-comment", entry);
    return value;
  }

  /** Returns the content of a quoted string, or undefined if the value is not one. */
  #unquote(value: string): string | undefined {
    if (/^"(?:[^"\\]|\\.)*"$/.test(value) || /^'(?:[^']|'')*'$/.test(value)) {
      const read = readYamlHeader(`key: ${value}\n`, 1).entries.get("key")?.value;
      return typeof read === "string" ? read.trim() : undefined;
    }
    return undefined;
  }

  #readAsYaml(key: string): Json | undefined {
    this.#yaml ??= readYamlHeader(this.#header, this.#firstLine, this.#file);
    return this.#yaml.entries.get(key)?.value;
  }

  /** Reports a description that YAML cannot read, or reads without the text after a `#`. */
  #compareWithYaml(entry: HeaderEntry, value: string): void {
    const read = readYamlHeader(`key: ${entry.value}\n`, 1).entries.get("key");
    if (read === undefined) this.#report("not-yaml", entry);
    else if (typeof read.value === "string" && read.value.trim() !== value) this.#report("trailing-comment", entry);
  }

  /** Reports a value that Cursor can read, but that makes the file invalid as YAML. */
  #reportInvalidYaml(entry: HeaderEntry, value: string): void {
    if (/^[*&!@`%{[]|: |^"[^"]*",|^'[^']*',/.test(value)) this.#report("not-yaml", entry);
  }

  #report(problem: CursorProblem, at: Pick<HeaderEntry, "line" | "column"> | undefined, message?: string, hint?: string): void {
    if (at === undefined) return;
    const location = { file: this.#file, line: this.#firstLine + at.line, column: at.column };
    pushAll(this.#diagnostics, this.#reporter.report(problem, location, message, hint));
  }
}

/** Whether a value is a YAML flow list. An unquoted pattern can start with a class: `[id]/[slug]/*.ts`. */
function isFlowList(text: string): boolean {
  return /^\[[^]*\]\s*$/.test(text) && (/^\[\s*["']/.test(text) || !text.includes("/["));
}

/** Removes the comment at the end of each line. A `#` starts a comment only outside of quotes and after a space. */
function removeComments(text: string): string {
  return text.replace(
    /^("(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*')?(.*?)(?:(?<=\s|^)#.*)?$/gm,
    (_, quoted: string | undefined, rest: string) => ((quoted ?? "") + rest).trimEnd(),
  );
}

function simplify(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, "").replace(/s$/, "");
}
