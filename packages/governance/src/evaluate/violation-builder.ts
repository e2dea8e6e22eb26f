import { isContextKey, type Phase, type PolicyAction } from "@precept/contract/values";
import { withoutUndefined } from "@precept/core";
import type { Violation } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { subjectKindOf, type PolicyContext, type Subject } from "../model/subject.ts";
import type { EffectivePriority } from "../model/tables.ts";
import { createFingerprints, type TextHash } from "../model/fingerprint.ts";
import type { PatternMatch } from "./pattern-runner.ts";
import { createRedactor, maskSecret } from "./secret-redactor.ts";
import { fillReplacement, fillTemplate, templateValuesOf } from "../model/template.ts";
import { TextLines } from "../model/text-lines.ts";

/** The maximum length of an excerpt, in UTF-16 code units. */
const maxExcerpt = 200;

/** What a violation covers, and what is shown of it. `text`: the text of the match, which its fingerprint contains. */
interface Found extends Pick<Violation, "offset" | "match" | "groups"> {
  readonly text: string;
}

/** Creates the violations of one text. */
export interface ViolationBuilder {
  fromMatch(policy: Policy, effective: EffectivePriority, match: PatternMatch): Violation;
  /** Creates the violation of a policy without a pattern, which covers the whole subject. */
  fromSubject(policy: Policy, effective: EffectivePriority): Violation;
  /** @param cause why the policy could not be checked. */
  fromIndeterminate(policy: Policy, effective: EffectivePriority, cause: string): Violation;
}

/** @param context the values of known keys that messages may refer to. */
export function createViolationBuilder(
  subject: Subject,
  phase: Phase | undefined,
  hash: TextHash,
  redact = createRedactor([]),
  context: PolicyContext = {},
): ViolationBuilder {
  const { file } = subject;
  const lines = new TextLines(subject.text);
  const fingerprint = createFingerprints(hash, file);
  const fromSubject: ViolationBuilder["fromSubject"] = (policy, effective) =>
    create(policy, effective, { offset: 0, text: "", match: "", groups: {} });
  return {
    fromMatch(policy, effective, { index, text, groups, isEmbedded }) {
      const { fix } = policy;
      const isSecret = isRedacted(policy);
      const match = isSecret ? maskSecret(text) : redact(text);
      // Any group of a secret may contain a part of it.
      const shown = isSecret ? [] : Object.entries(groups).map(([name, group]) => [name, redact(group)] as const);
      const isFixable = fix !== undefined && text !== "" && isEmbedded !== true;
      return {
        ...create(policy, effective, { offset: index, text, match, groups: Object.fromEntries(shown) }),
        ...(isFixable && { replacement: fillReplacement(fix.replacement, text, groups) }),
      };
    },
    fromSubject,
    fromIndeterminate: (policy, effective, cause) => ({
      ...fromSubject(policy, effective),
      excerpt: "",
      message: `${policy.id} could not be checked: ${cause}.`,
      // A human can decide about this text. Nothing follows from it for others, nor for the rest of the session.
      ...(stopsOrFixes(effective.action) && { action: "ASK" }),
      fingerprint: fingerprint(policy.id, `not checked: ${subject.text}`),
      indeterminate: cause,
    }),
  };

  function create(policy: Policy, { priority, action }: EffectivePriority, found: Found): Violation {
    const { offset, text, match, groups } = found;
    const start = lines.positionAt(offset);
    const end = lines.positionAt(offset + text.length);
    const known = { ...contextValuesOf(context), ...templateValuesOf(policy) };
    const values = { ...known, file: file ?? "", line: String(start.line), ...groups, match };
    return withoutUndefined({
      policy: policy.id,
      version: policy.version,
      category: policy.category,
      severity: policy.severity,
      priority,
      action,
      phase,
      subject: subjectKindOf(subject),
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
      excerpt: truncateAround(redact(lines.textOf(start.line)), start.column - 1),
      message: fillTemplate(policy.message, values),
      suggestion: policy.suggestion === undefined ? undefined : fillTemplate(policy.suggestion, values),
      fingerprint: fingerprint(policy.id, text),
    });
  }
}

function stopsOrFixes(action: PolicyAction): boolean {
  return action === "TERMINATE" || action === "QUICK_FIX";
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
  const start = characterStart(line, offset < maxExcerpt ? 0 : Math.min(offset - 40, line.length - maxExcerpt));
  const end = characterStart(line, start + maxExcerpt);
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

/** Moves an offset inside a surrogate pair to its start. */
function characterStart(text: string, offset: number): number {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset;
}
