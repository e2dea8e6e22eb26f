import type { Diagnostic } from "../model/diagnostic.ts";
import { report, type DiagnosticCode } from "../model/diagnostic-catalogue.ts";
import type { Rule } from "../model/rule.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { FileImport, ReferencedFile, ReferenceReader } from "../ports/reference-reader.ts";

/** How many files deep a reference may lead. */
export const maxReferenceDepth = 5;

/** How many references one rule may bring in, however they are nested. */
export const maxReferences = 100;

/** The path may hold brackets itself: `app/[id]/page.tsx`. */
const reference = /#\[\[file:((?:[^\]\r\n]|\](?!\])|\](?=\]\]))+)\]\]/g;

/** Whether a rule may refer to a file. */
export function hasReferences({ content, origin }: Rule): boolean {
  return content.includes("#[[file:") || (origin.imports === true && content.includes("@"));
}

/** The texts of rules with their file references expanded, and diagnostics of references that could not be. */
export interface ExpandedTexts {
  readonly texts: ReadonlyMap<Rule, string>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ExpandOptions extends Cancellable {
  /** The texts of the rules that are served beside these: a file that holds one of them is not imported again. */
  readonly served?: ReadonlySet<string>;
}

/**
 * Puts the text of the file in place of each `#[[file:path]]` in the rules' texts, and in the files so brought in. What can't be brought in
 * leaves a visible note in the text, and a diagnostic. Where the rule's tool knows other words for files, these are followed as well.
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
    diagnostics.push(...expansion.diagnostics);
  }
  return { texts, diagnostics };
}

/** The expansion of one rule. */
class Expansion {
  readonly diagnostics: Diagnostic[] = [];
  readonly #rule: Rule;
  readonly #reader: ReferenceReader;
  readonly #served: ReadonlySet<string>;
  readonly #signal: Cancellable["signal"];
  #count = 0;

  constructor(rule: Rule, reader: ReferenceReader, served: ReadonlySet<string>, signal: Cancellable["signal"]) {
    this.#rule = rule;
    this.#reader = reader;
    this.#served = served;
    this.#signal = signal;
  }

  /** @param trail the ids of the files that this text stands in, outermost first. */
  async expand(text: string, trail: readonly string[]): Promise<string> {
    let expanded = "";
    let position = 0;
    for (const { start, end, path, isImport } of this.#referencesIn(text)) {
      const broughtIn = isImport ? await this.#importFile(path, trail) : await this.#bringIn(path, trail);
      expanded += text.slice(position, start) + (broughtIn ?? text.slice(start, end));
      position = end;
    }
    return expanded + text.slice(position);
  }

  /** In the order of the text. */
  #referencesIn(text: string): readonly (FileImport & { readonly isImport: boolean })[] {
    const written = Array.from(text.matchAll(reference), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      path: (match[1] ?? "").trim(),
      isImport: false,
    }));
    if (this.#rule.origin.imports !== true) return written;
    const imports = (this.#reader.importsIn?.(text, this.#rule) ?? [])
      .filter(({ start }) => written.every((other) => start < other.start || start >= other.end))
      .map((found) => ({ ...found, isImport: true }));
    return [...written, ...imports].toSorted((left, right) => left.start - right.start);
  }

  /** The text of an imported file; undefined where there is none to be had, since a word with an @ in front need not mean a file. */
  async #importFile(path: string, trail: readonly string[]): Promise<string | undefined> {
    this.#count += 1;
    if (trail.length >= maxReferenceDepth || this.#count > maxReferences) return undefined;
    const file = await this.#reader.read(path, this.#rule, trail.at(-1), { signal: this.#signal });
    if (file.kind !== "text" || trail.includes(file.id) || this.#served.has(file.text)) return undefined;
    return this.expand(file.text, [...trail, file.id]);
  }

  async #bringIn(path: string, trail: readonly string[]): Promise<string> {
    this.#count += 1;
    if (trail.length >= maxReferenceDepth || this.#count > maxReferences) {
      return this.#note(
        "reference/too-deep",
        path,
        `[File references nested too deeply: ${path}]`,
        "The reference to it is not followed",
      );
    }
    const file = await this.#reader.read(path, this.#rule, trail.at(-1), { signal: this.#signal });
    if (file.kind !== "text") return this.#refuse(path, file);
    if (trail.includes(file.id))
      return this.#note("reference/cycle", path, `[File reference cycle: ${path}]`, "It refers back to itself");
    return this.expand(file.text, [...trail, file.id]);
  }

  #refuse(path: string, file: Exclude<ReferencedFile, { kind: "text" }>): string {
    switch (file.kind) {
      case "blocked":
        return this.#note(
          "reference/blocked",
          path,
          `[File reference blocked: ${path}]`,
          "It lies outside the allowed directories",
        );
      case "private":
        return this.#note(
          "reference/private",
          path,
          `[File reference blocked: ${path}]`,
          "It holds credentials by its name, or git ignores it",
        );
      case "missing":
        return this.#note("reference/missing", path, `[File not found: ${path}]`, "There is no such file");
      case "tooLarge":
        return this.#note("reference/too-large", path, `[File too large: ${path}]`, `Its ${file.bytes} bytes are too many`);
      case "unreadable":
        return this.#note("reference/unreadable", path, `[Error reading file: ${path}]`, `It cannot be read: ${file.problem}`);
    }
  }

  #note(code: DiagnosticCode, path: string, note: string, problem: string): string {
    const place = { file: this.#rule.origin.path };
    this.diagnostics.push(report(code, place, `${problem}: "${path}", which the rule "${this.#rule.name}" refers to.`));
    return note;
  }
}
