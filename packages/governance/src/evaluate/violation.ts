import type { Violation } from "../model/decision.ts";
import type { Phase } from "../model/phase.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import type { EffectivePriority } from "../model/tables.ts";
import { Fingerprints, type TextHash } from "./fingerprint.ts";
import type { PatternMatch } from "./pattern-runner.ts";
import { maskSecret, Secrets } from "./secrets.ts";
import { fillReplacement, fillTemplate } from "./template.ts";
import { TextLines } from "./text-lines.ts";

/** The longest excerpt, in characters. */
const maxExcerpt = 200;

/** Makes the violations of one text. */
export class ViolationMaker {
  readonly #subject: Subject;
  readonly #phase: Phase | undefined;
  readonly #lines: TextLines;
  readonly #fingerprints: Fingerprints;
  readonly #secrets: Secrets;

  constructor(subject: Subject, phase: Phase | undefined, hash: TextHash, secrets: Secrets = new Secrets([])) {
    this.#subject = subject;
    this.#phase = phase;
    this.#lines = new TextLines(subject.text);
    this.#fingerprints = new Fingerprints(hash, subject.file);
    this.#secrets = secrets;
  }

  /** A match of the policy's pattern. */
  fromMatch(policy: Policy, standing: EffectivePriority, { index, text, groups }: PatternMatch): Violation {
    const isSecret = isRedacted(policy);
    const match = isSecret ? maskSecret(text) : this.#secrets.hide(text);
    // No group of a secret is known to be harmless.
    const shown = isSecret
      ? {}
      : Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, this.#secrets.hide(group)]));
    const start = this.#lines.placeAt(index);
    const { fix } = policy;
    return {
      ...this.#about(policy, standing),
      ...this.#place(index, text.length),
      match,
      groups: shown,
      excerpt: this.#excerpt(start.line, start.column),
      ...this.#words(policy, { ...shown, match }, start.line),
      ...(fix !== undefined && text !== "" && { replacement: fillReplacement(fix.replacement, text, groups) }),
      fingerprint: this.#fingerprints.next(policy.id, text),
    };
  }

  /** A policy without a pattern, which the text breaks by being where it is. */
  fromWhole(policy: Policy, standing: EffectivePriority): Violation {
    return {
      ...this.#about(policy, standing),
      ...this.#place(0, 0),
      match: "",
      groups: {},
      excerpt: this.#excerpt(1, 1),
      ...this.#words(policy, { match: "" }, 1),
      fingerprint: this.#fingerprints.next(policy.id, ""),
    };
  }

  /** A policy that could not be checked, and counts as broken. */
  fromDoubt(policy: Policy, standing: EffectivePriority, problem: string): Violation {
    return {
      ...this.fromWhole(policy, standing),
      excerpt: "",
      message: `${policy.id} could not be checked (${problem}), and counts as broken.`,
      fingerprint: this.#fingerprints.next(policy.id, "indeterminate"),
      indeterminate: problem,
    };
  }

  #excerpt(line: number, column: number): string {
    return cut(this.#secrets.hide(this.#lines.textOf(line)), column - 1);
  }

  #about({ id, version, category, severity }: Policy, { priority, action }: EffectivePriority) {
    const { file } = this.#subject;
    return {
      policy: id,
      version,
      category,
      severity,
      priority,
      action,
      ...(this.#phase !== undefined && { phase: this.#phase }),
      subject: subjectKindOf(this.#subject),
      ...(file !== undefined && { file }),
    };
  }

  #place(offset: number, length: number) {
    const start = this.#lines.placeAt(offset);
    const end = this.#lines.placeAt(offset + length);
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column, offset, length };
  }

  #words(policy: Policy, found: Readonly<Record<string, string>>, line: number) {
    const values = { ...wordsOf(policy), file: this.#subject.file ?? "", line: String(line), ...found };
    const { message, suggestion } = policy;
    return {
      message: fillTemplate(message, values),
      ...(suggestion !== undefined && { suggestion: fillTemplate(suggestion, values) }),
    };
  }
}

/** What messages may name of the policy itself. */
export function wordsOf({ id, version, category, severity, metadata }: Policy): Readonly<Record<string, string>> {
  const plain = Object.entries(metadata).flatMap(([key, value]) => {
    return typeof value === "string" || typeof value === "number" ? [[key, String(value)] as const] : [];
  });
  return { ...Object.fromEntries(plain), id, version, category, severity };
}

/** Whether what the policy finds must not be shown. */
export function isRedacted({ metadata }: Policy): boolean {
  return metadata["redact"] === true;
}

/** The part of a long line in which the match begins. No character is cut in two. */
function cut(line: string, from: number): string {
  if (line.length <= maxExcerpt) return line;
  const start = wholeFrom(line, from < maxExcerpt ? 0 : Math.max(0, Math.min(from - 40, line.length - maxExcerpt)));
  const end = wholeFrom(line, start + maxExcerpt);
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

/** An offset, or the one before it where it lies within a character. */
function wholeFrom(text: string, offset: number): number {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset;
}
