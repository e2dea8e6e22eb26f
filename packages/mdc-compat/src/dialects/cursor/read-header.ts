import {
  readHeaderLines,
  readYamlHeader,
  splitGlobs,
  type Diagnostic,
  type HeaderEntry,
  type Json,
  type YamlHeader,
} from "@precept/core";
import { report } from "../../diagnostic-catalogue.ts";
import { readLoosely } from "../../format/read-lines.ts";
import { fromRootedGlob } from "../../globs/rooted.ts";

/** The keys that Cursor knows (https://cursor.com/docs/rules). */
const cursorKeys: readonly string[] = ["description", "globs", "alwaysApply"];

export interface CursorHeader {
  readonly description: string;
  /** In the canonical language. */
  readonly globs: readonly string[];
  /** The same in Cursor's words. */
  readonly patterns: readonly string[];
  readonly alwaysApply: boolean;
  /** The keys that Cursor does not know. */
  readonly metadata: Readonly<Record<string, Json>>;
  /** The entries the values were read from. */
  readonly entries: ReadonlyMap<string, HeaderEntry>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a front matter as Cursor does: by lines, a value being the rest of its line, whether or not the whole is valid YAML. YAML is asked for a second
 * opinion only where a value can't be read from its line, and where the two readings differ a diagnostic says so.
 */
export function readCursorHeader(header: string, firstLine: number, file: string): CursorHeader {
  return new HeaderReading(header, firstLine, file).read();
}

class HeaderReading {
  readonly #header: string;
  readonly #firstLine: number;
  readonly #file: string;
  readonly #entries = new Map<string, HeaderEntry>();
  readonly #diagnostics: Diagnostic[] = [];
  #yaml: YamlHeader | undefined;

  constructor(header: string, firstLine: number, file: string) {
    this.#header = header;
    this.#firstLine = firstLine;
    this.#file = file;
  }

  read(): CursorHeader {
    const { entries, strays } = readHeaderLines(this.#header);
    for (const entry of entries) {
      if (this.#entries.has(entry.key))
        this.#report("cursor/duplicate-key", entry, `"${entry.key}" is written twice; the first line counts.`);
      else this.#entries.set(entry.key, entry);
    }
    for (const line of strays)
      this.#diagnostics.push(report("cursor/stray-line", { file: this.#file, line: this.#firstLine + line, column: 1 }));
    const description = this.#description();
    const globs = this.#globs();
    const alwaysApply = this.#alwaysApply();
    if (alwaysApply && globs.length > 0) this.#report("cursor/ignored-globs", this.#entries.get("globs"));
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
        "cursor/block-value",
        entry,
        "The description spans several lines; some versions of Cursor read only the first.",
      );
      const second = this.#secondOpinion("description");
      if (typeof second === "string") return second.replace(/\s+/g, " ").trim();
      return [entry.value.replace(/^[|>][-+0-9]*$/, ""), ...entry.continuation.split(/[\r\n]+/)]
        .join(" ")
        .replace(/\s+/g, " ")
        .trim();
    }
    // Nothing but a comment is nothing.
    if (entry.value.startsWith("#")) return "";
    const value = this.#unquote(entry.value) ?? entry.value;
    this.#compareWithYaml(entry, value);
    return value;
  }

  #globs(): readonly string[] {
    const entry = this.#entries.get("globs");
    if (entry === undefined) return [];
    const value = this.#withoutComment(entry);
    const whole = withoutComments(`${value}\n${entry.continuation}`);
    if (isFlowList(whole)) return this.#flowList(entry, whole);
    if (entry.continuation.trim() !== "") return this.#blockList(entry, value);
    if (value === "" || value === "null" || value === "~") return [];
    this.#noteYaml(entry, value);
    const items = splitGlobs(this.#unquote(value) ?? value);
    const bare = items.map((item) => this.#unquote(item) ?? item).filter((item) => item.trim() !== "");
    if (bare.length > 0 && /^["']/.test(value)) this.#report("cursor/quoted-globs", entry);
    return bare;
  }

  #flowList(entry: HeaderEntry, written: string): readonly string[] {
    const text = written.replace(/\s+/g, " ").trim();
    const items = splitGlobs(text.slice(1, -1)).map((item) => this.#unquote(item) ?? item);
    if (items.length > 0) this.#report("cursor/globs-list", entry);
    return items.filter((item) => item !== "");
  }

  #blockList(entry: HeaderEntry, value: string): readonly string[] {
    this.#report("cursor/globs-list", entry);
    const items = entry.continuation
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => withoutComments(line.replace(/^-\s*/, "")));
    return [value.replace(/^[|>][-+0-9]*$/, ""), ...items]
      .flatMap((item) => splitGlobs(this.#unquote(item) ?? item))
      .map((item) => this.#unquote(item) ?? item)
      .filter((item) => item !== "");
  }

  #alwaysApply(): boolean {
    const entry = this.#entries.get("alwaysApply");
    if (entry === undefined) return false;
    const value = this.#withoutComment(entry);
    if (/^true$/i.test(value)) return true;
    if (/^(?:false|null|~|)$/i.test(value)) return false;
    const always = /^(["'])true\1$/i.test(value);
    const reading = always ? "it is read as true" : "it is read as false";
    this.#report("cursor/always-apply", entry, `\`alwaysApply: ${value}\` is neither \`true\` nor \`false\`; ${reading}.`);
    return always;
  }

  #metadata(): Record<string, Json> {
    const others = [...this.#entries.values()].filter((entry) => !cursorKeys.includes(entry.key));
    for (const entry of others) {
      const meant = cursorKeys.find((key) => simplify(key) === simplify(entry.key));
      if (meant === undefined) continue;
      this.#report("cursor/similar-key", entry, `"${entry.key}" is not a key that Cursor knows.`, `Did you mean \`${meant}\`?`);
    }
    return Object.fromEntries(others.map((entry) => [entry.key, readLoosely(entry)]));
  }

  #withoutComment(entry: HeaderEntry): string {
    const value = withoutComments(entry.value);
    if (value !== entry.value) this.#report("cursor/trailing-comment", entry);
    return value;
  }

  /** The text inside a pair of quotes; undefined where it is not one quoted text. */
  #unquote(value: string): string | undefined {
    if (/^"(?:[^"\\]|\\.)*"$/.test(value) || /^'(?:[^']|'')*'$/.test(value)) {
      const read = readYamlHeader(`key: ${value}\n`, 1).entries.get("key")?.value;
      return typeof read === "string" ? read.trim() : undefined;
    }
    return undefined;
  }

  #secondOpinion(key: string): Json | undefined {
    this.#yaml ??= readYamlHeader(this.#header, this.#firstLine, this.#file);
    return this.#yaml.entries.get(key)?.value;
  }

  /** Whether YAML reads a description as another text: without what follows a `#`, or not at all. */
  #compareWithYaml(entry: HeaderEntry, value: string): void {
    const read = readYamlHeader(`key: ${entry.value}\n`, 1).entries.get("key");
    if (read === undefined) this.#report("cursor/not-yaml", entry);
    else if (typeof read.value === "string" && read.value.trim() !== value) this.#report("cursor/trailing-comment", entry);
  }

  /** A value that begins with a sign of YAML's is fine in Cursor and breaks the file for everybody else. */
  #noteYaml(entry: HeaderEntry, value: string): void {
    if (/^[*&!@`%{[]|: |^"[^"]*",|^'[^']*',/.test(value)) this.#report("cursor/not-yaml", entry);
  }

  #report(code: Parameters<typeof report>[0], entry: HeaderEntry | undefined, message?: string, hint?: string): void {
    if (entry === undefined) return;
    this.#diagnostics.push(
      report(code, { file: this.#file, line: this.#firstLine + entry.line, column: entry.column }, message, hint),
    );
  }
}

/** A bare pattern may begin with a class as well: `[id]/[slug]/*.ts` is no list. */
function isFlowList(text: string): boolean {
  return /^\[[^]*\]\s*$/.test(text) && (/^\[\s*["']/.test(text) || !text.includes("/["));
}

/** Each line without the comment at its end. A `#` in quotes, or behind anything but a space, begins none. */
function withoutComments(text: string): string {
  return text.replace(
    /^("(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*')?(.*?)(?:(?<=\s|^)#.*)?$/gm,
    (_, quoted: string | undefined, rest: string) => ((quoted ?? "") + rest).trimEnd(),
  );
}

function simplify(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, "").replace(/s$/, "");
}
