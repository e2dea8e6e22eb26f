import { isContextKey, type Phase } from "@precept/contract/values";
import { withoutUndefined } from "@precept/core";
import type { Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type PolicyContext, type Subject } from "../model/subject.ts";
import type { EffectivePriority } from "../model/tables.ts";
import { createFingerprints, type TextHash } from "../model/fingerprint.ts";
import type { PatternMatch } from "./pattern-runner.ts";
import { maskSecret, SecretRedactor } from "./secret-redactor.ts";
import { fillReplacement, fillTemplate, templateValuesOf } from "../model/template.ts";
import { TextLines } from "../model/text-lines.ts";

/** The maximum length of an excerpt, in UTF-16 code units. */
const maxExcerpt = 200;

/** What a violation covers, and what is shown of it. */
interface Found {
  readonly offset: number;
  /** The text of the match, which its fingerprint contains. */
  readonly text: string;
  readonly match: string;
  readonly groups: Readonly<Record<string, string>>;
}

const wholeSubject: Found = { offset: 0, text: "", match: "", groups: {} };

export class ViolationBuilder {
  readonly #subject: Subject;
  readonly #phase: Phase | undefined;
  readonly #lines: TextLines;
  readonly #fingerprint: (policy: string, match: string) => string;
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
    this.#fingerprint = createFingerprints(hash, subject.file);
    this.#redactor = redactor;
  }

  fromMatch(policy: Policy, effective: EffectivePriority, { index, text, groups, isEmbedded }: PatternMatch): Violation {
    const { fix } = policy;
    const isSecret = isRedacted(policy);
    const match = isSecret ? maskSecret(text) : this.#redactor.redact(text);
    // Any group of a secret may contain a part of it.
    const shown = isSecret ? [] : Object.entries(groups).map(([name, group]) => [name, this.#redactor.redact(group)] as const);
    const isFixable = fix !== undefined && text !== "" && isEmbedded !== true;
    return {
      ...this.#create(policy, effective, { offset: index, text, match, groups: Object.fromEntries(shown) }),
      ...(isFixable && { replacement: fillReplacement(fix.replacement, text, groups) }),
    };
  }

  /** Creates the violation of a policy without a pattern, which covers the whole subject. */
  fromSubject(policy: Policy, effective: EffectivePriority): Violation {
    return this.#create(policy, effective, wholeSubject);
  }

  fromIndeterminate(policy: Policy, effective: EffectivePriority, cause: string): Violation {
    return {
      ...this.fromSubject(policy, effective),
      excerpt: "",
      message: `${policy.id} could not be checked (${cause}), so it counts as violated.`,
      fingerprint: this.#fingerprint(policy.id, "indeterminate"),
      indeterminate: cause,
    };
  }

  #create(policy: Policy, { priority, action }: EffectivePriority, { offset, text, match, groups }: Found): Violation {
    const { file } = this.#subject;
    const start = this.#lines.positionAt(offset);
    const end = this.#lines.positionAt(offset + text.length);
    const values = {
      ...contextValuesOf(this.#context),
      ...templateValuesOf(policy),
      file: file ?? "",
      line: String(start.line),
      ...groups,
      match,
    };
    return withoutUndefined({
      policy: policy.id,
      version: policy.version,
      category: policy.category,
      severity: policy.severity,
      priority,
      action,
      phase: this.#phase,
      subject: subjectKindOf(this.#subject),
      file,
      managed: policy.origin === "managed" ? (true as const) : undefined,
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      offset,
      length: text.length,
      match,
      groups,
      excerpt: truncateAround(this.#redactor.redact(this.#lines.textOf(start.line)), start.column - 1),
      message: fillTemplate(policy.message, values),
      suggestion: policy.suggestion === undefined ? undefined : fillTemplate(policy.suggestion, values),
      fingerprint: this.#fingerprint(policy.id, text),
    });
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
