import type { Diagnostic } from "../model/diagnostic.ts";
import { report, type DiagnosticCode } from "../model/diagnostic-catalogue.ts";
import type { Rule } from "../model/rule.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { ReferencedFile, ReferenceReader } from "../ports/reference-reader.ts";
import type { ExpandedTexts } from "../resolve.ts";

/** How many files deep a reference may lead. */
export const maxReferenceDepth = 5;

/** How many references one rule may bring in, however they are nested. */
export const maxReferences = 100;

/** The path may hold brackets itself: `app/[id]/page.tsx`. */
const reference = /#\[\[file:((?:[^\]\r\n]|\](?!\])|\](?=\]\]))+)\]\]/g;

/** Whether a text refers to a file. */
export function hasReferences(text: string): boolean {
  return text.includes("#[[file:");
}

/**
 * Puts the text of the file in place of each `#[[file:path]]` in the rules' texts, and in the files so brought in. What can't be brought in
 * leaves a visible note in the text, and a diagnostic.
 */
export async function expandReferences(
  rules: Iterable<Rule>,
  reader: ReferenceReader,
  { signal }: Cancellable = {},
): Promise<ExpandedTexts> {
  const texts = new Map<Rule, string>();
  const diagnostics: Diagnostic[] = [];
  for (const rule of rules) {
    if (!hasReferences(rule.content)) continue;
    const expansion = new Expansion(rule, reader, signal);
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
  readonly #signal: Cancellable["signal"];
  #count = 0;

  constructor(rule: Rule, reader: ReferenceReader, signal: Cancellable["signal"]) {
    this.#rule = rule;
    this.#reader = reader;
    this.#signal = signal;
  }

  /** @param trail the ids of the files that this text stands in, outermost first. */
  async expand(text: string, trail: readonly string[]): Promise<string> {
    let expanded = "";
    let position = 0;
    for (const match of text.matchAll(reference)) {
      expanded += text.slice(position, match.index) + (await this.#bringIn((match[1] ?? "").trim(), trail));
      position = match.index + match[0].length;
    }
    return expanded + text.slice(position);
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
