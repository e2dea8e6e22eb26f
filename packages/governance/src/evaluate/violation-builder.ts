import { isContextKey, type Phase } from "@precept/contract/values";
import type { Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type PolicyContext, type Subject } from "../model/subject.ts";
import type { EffectivePriority } from "../model/tables.ts";
import { FingerprintGenerator, type TextHash } from "../model/fingerprint.ts";
import type { PatternMatch } from "./pattern-runner.ts";
import { maskSecret, SecretRedactor } from "./secret-redactor.ts";
import { fillReplacement, fillTemplate, templateValuesOf } from "../model/template.ts";
import { TextLines } from "../model/text-lines.ts";

/** The maximum length of an excerpt, in UTF-16 code units. */
const maxExcerpt = 200;

/** Creates the violations of one text. */
export class ViolationBuilder {
  readonly #subject: Subject;
  readonly #phase: Phase | undefined;
  readonly #lines: TextLines;
  readonly #fingerprints: FingerprintGenerator;
  readonly #redactor: SecretRedactor;
  readonly #context: PolicyContext;

  /** @param context the values of known keys that messages may refer to. */
  constructor(
    subject: Subject,
    phase: Phase | undefined,
    hash: TextHash,
    redactor: SecretRedactor = new SecretRedactor([]),
    context: PolicyContext = {},
  ) {
    this.#context = context;
    this.#subject = subject;
    this.#phase = phase;
    this.#lines = new TextLines(subject.text);
    this.#fingerprints = new FingerprintGenerator(hash, subject.file);
    this.#redactor = redactor;
  }

  /** Creates the violation for a match of the policy's pattern. */
  fromMatch(policy: Policy, effective: EffectivePriority, { index, text, groups, isEmbedded }: PatternMatch): Violation {
    const isSecret = isRedacted(policy);
    const match = isSecret ? maskSecret(text) : this.#redactor.redact(text);
    // Any group of a secret may contain a part of it.
    const shownGroups = isSecret
      ? {}
      : Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, this.#redactor.redact(group)]));
    const start = this.#lines.positionAt(index);
    const { fix } = policy;
    return {
      ...this.#propertiesOf(policy, effective),
      ...this.#locate(index, text.length),
      match,
      groups: shownGroups,
      excerpt: this.#excerptAt(start.line, start.column),
      ...this.#fillMessages(policy, { ...shownGroups, match }, start.line),
      ...(fix !== undefined &&
        text !== "" &&
        isEmbedded !== true && { replacement: fillReplacement(fix.replacement, text, groups) }),
      fingerprint: this.#fingerprints.next(policy.id, text),
    };
  }

  /** Creates the violation of a policy without a pattern, which covers the whole subject. */
  fromSubject(policy: Policy, effective: EffectivePriority): Violation {
    return {
      ...this.#propertiesOf(policy, effective),
      ...this.#locate(0, 0),
      match: "",
      groups: {},
      excerpt: this.#excerptAt(1, 1),
      ...this.#fillMessages(policy, { match: "" }, 1),
      fingerprint: this.#fingerprints.next(policy.id, ""),
    };
  }

  /** Creates the violation of a policy that could not be checked. */
  fromIndeterminate(policy: Policy, effective: EffectivePriority, cause: string): Violation {
    return {
      ...this.fromSubject(policy, effective),
      excerpt: "",
      message: `${policy.id} could not be checked (${cause}), so it counts as violated.`,
      fingerprint: this.#fingerprints.next(policy.id, "indeterminate"),
      indeterminate: cause,
    };
  }

  #excerptAt(line: number, column: number): string {
    return truncateAround(this.#redactor.redact(this.#lines.textOf(line)), column - 1);
  }

  #propertiesOf({ id, version, category, severity, origin }: Policy, { priority, action }: EffectivePriority) {
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
      ...(origin === "managed" && { managed: true as const }),
    };
  }

  #locate(offset: number, length: number) {
    const start = this.#lines.positionAt(offset);
    const end = this.#lines.positionAt(offset + length);
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column, offset, length };
  }

  #fillMessages(policy: Policy, found: Readonly<Record<string, string>>, line: number) {
    const values = {
      ...contextValuesOf(this.#context),
      ...templateValuesOf(policy),
      file: this.#subject.file ?? "",
      line: String(line),
      ...found,
    };
    const { message, suggestion } = policy;
    return {
      message: fillTemplate(message, values),
      ...(suggestion !== undefined && { suggestion: fillTemplate(suggestion, values) }),
    };
  }
}

/** Returns the values of known context keys, which messages can refer to. */
function contextValuesOf(context: PolicyContext): Readonly<Record<string, string>> {
  const known = Object.entries(context).filter(([key, value]) => isContextKey(key) && typeof value === "string");
  return Object.fromEntries(known) as Readonly<Record<string, string>>;
}

/** Whether the matches of a policy are secrets, which are never shown. */
export function isRedacted({ metadata }: Policy): boolean {
  return metadata["redact"] === true;
}

/** Truncates a long line to the part that contains an offset. */
function truncateAround(line: string, offset: number): string {
  if (line.length <= maxExcerpt) return line;
  const start = characterStart(line, offset < maxExcerpt ? 0 : Math.max(0, Math.min(offset - 40, line.length - maxExcerpt)));
  const end = characterStart(line, start + maxExcerpt);
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

/** Moves an offset inside a surrogate pair to its start. */
function characterStart(text: string, offset: number): number {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset;
}
