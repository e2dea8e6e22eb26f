import { pushAll } from "../model/lists.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import type { Rule } from "../model/rule.ts";
import { formatNumber } from "../text/format.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { FileImport, ReferenceReader } from "../ports/reference-reader.ts";

export const maxReferenceDepth = 5;

/** The maximum number of references of a rule, including nested ones. */
export const maxReferences = 100;

/** The maximum number of words that are tried as imports in a rule and its included files. Later ones stay as text. */
const maxImportWords = 1000;

export function hasReferences({ content, origin }: Rule): boolean {
  return content.includes("#[[file:") || (origin.imports === true && content.includes("@"));
}

/** The texts of rules with expanded file references, and diagnostics for references that could not be expanded. */
export interface ExpandedTexts {
  readonly texts: ReadonlyMap<Rule, string>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ExpandOptions extends Cancellable {
  /** The texts of all rules of the resolution. A file with one of these texts is not imported again. */
  readonly served?: ReadonlySet<string>;
}

/**
 * Replaces each `#[[file:path]]` in the texts of rules, and in the included files, with the text of the file. Imports
 * of the rule's dialect are replaced too. If a file cannot be included, a note replaces its reference, and a diagnostic
 * is returned.
 */
export async function expandReferences(
  rules: Iterable<Rule>,
  reader: ReferenceReader,
  { signal, served = new Set() }: ExpandOptions = {},
): Promise<ExpandedTexts> {
  const texts = new Map<Rule, string>();
  const diagnostics: Diagnostic[] = [];
  for (const rule of rules) {
    if (!hasReferences(rule)) continue;
    const expansion = new Expansion(rule, reader, served, signal);
    texts.set(rule, await expansion.expand(rule.content, []));
    pushAll(diagnostics, expansion.diagnostics);
  }
  return { texts, diagnostics };
}

/** Why a reference cannot be expanded, by diagnostic code: the note in the text, and the end of the message. */
const problems = {
  "too-deep": {
    note: "File references nested too deeply",
    what: "is not included: there are too many references, or they are nested too deeply",
  },
  cycle: { note: "File reference cycle", what: "is part of a cycle of file references" },
  blocked: { note: "File reference blocked", what: "is outside the allowed directories" },
  private: { note: "File reference blocked", what: "has the name of a credentials file or is ignored by git" },
  memory: { note: "File reference blocked", what: "is the agent's memory and not part of any rule" },
  missing: { note: "File not found", what: "does not exist" },
  "too-large": { note: "File too large", what: "is too large" },
  unreadable: { note: "Error reading file", what: "cannot be read" },
};

class Expansion {
  readonly diagnostics: Diagnostic[] = [];
  readonly #rule: Rule;
  readonly #reader: ReferenceReader;
  readonly #served: ReadonlySet<string>;
  readonly #signal: Cancellable["signal"];
  /** The number of included files, and of references that could not be included. */
  #count = 0;
  /** The number of words that could be imports. */
  #importWords = 0;

  constructor(rule: Rule, reader: ReferenceReader, served: ReadonlySet<string>, signal: Cancellable["signal"]) {
    this.#rule = rule;
    this.#reader = reader;
    this.#served = served;
    this.#signal = signal;
  }

  /** @param trail the ids of the files that include this text, outermost first. */
  async expand(text: string, trail: readonly string[]): Promise<string> {
    let expanded = "";
    let position = 0;
    for (const { start, end, path, isImport } of this.#referencesIn(text, trail.length > 0)) {
      const included = isImport ? await this.#importFile(path, trail) : await this.#includeFile(path, trail);
      expanded += text.slice(position, start) + (included ?? text.slice(start, end));
      position = end;
    }
    return expanded + text.slice(position);
  }

  /** The references of a text, in order. @param isIncluded whether it is the text of an included file. */
  #referencesIn(text: string, isIncluded: boolean): readonly (FileImport & { readonly isImport: boolean })[] {
    const explicit = findReferences(text).map((found) => ({ ...found, isImport: false }));
    // An included file is not written for Precept. Tools that include files expand the imports in them.
    if (this.#rule.origin.imports !== true && !isIncluded) return explicit;
    const imports = (this.#reader.importsIn?.(text, this.#rule) ?? [])
      .filter(({ start }) => explicit.every((other) => start < other.start || start >= other.end))
      .map((found) => ({ ...found, isImport: true }));
    return [...explicit, ...imports].toSorted((left, right) => left.start - right.start);
  }

  /** The text of an imported file; undefined if it cannot be read. Not reported: a word after an @ may be no file. */
  async #importFile(path: string, trail: readonly string[]): Promise<string | undefined> {
    const isLimited = this.#count >= maxReferences || this.#importWords >= maxImportWords;
    if (trail.length >= maxReferenceDepth || isLimited) return undefined;
    this.#importWords += 1;
    const file = await this.#reader.read(path, this.#rule, trail.at(-1), { signal: this.#signal });
    if (file.kind !== "text" || trail.includes(file.id) || this.#served.has(file.text)) return undefined;
    this.#count += 1;
    return this.expand(file.text, [...trail, file.id]);
  }

  async #includeFile(path: string, trail: readonly string[]): Promise<string> {
    this.#count += 1;
    if (trail.length >= maxReferenceDepth || this.#count > maxReferences) return this.#note("too-deep", path);
    const file = await this.#reader.read(path, this.#rule, trail.at(-1), { signal: this.#signal });
    if (file.kind === "tooLarge") return this.#note("too-large", path, ` (${formatNumber(file.bytes)} bytes)`);
    if (file.kind === "unreadable") return this.#note("unreadable", path, `: ${file.problem}`);
    if (file.kind !== "text") return this.#note(file.kind, path);
    if (trail.includes(file.id)) return this.#note("cycle", path);
    return this.expand(file.text, [...trail, file.id]);
  }

  /** Reports a reference that could not be expanded, and returns the note that replaces it. */
  #note(problem: keyof typeof problems, path: string, more = ""): string {
    const { note, what } = problems[problem];
    const message = `The rule "${this.#rule.name}" refers to "${path}", which ${what}${more}.`;
    this.diagnostics.push(report(`reference/${problem}`, { file: this.#rule.origin.path }, message));
    return `[${note}: ${path}]`;
  }
}

/** A native reference `#[[file:path]]` in a text. */
export interface FileReference {
  /** The offset of the reference in the text. */
  readonly start: number;
  /** The offset after the reference. */
  readonly end: number;
  /** Trimmed. Relative to the directory that the rule governs, or, with `./` or `../`, to the file with the text. */
  readonly path: string;
}

/** The path can contain brackets: `app/[id]/page.tsx`. */
const reference = /#\[\[file:((?:[^\]\r\n]|\](?!\])|\](?=\]\]))+)\]\]/g;

/** Finds the native file references `#[[file:path]]` of a text, in order. */
export function findReferences(text: string): readonly FileReference[] {
  if (!text.includes("#[[file:")) return [];
  return Array.from(text.matchAll(reference), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    path: (match[1] ?? "").trim(),
  }));
}
