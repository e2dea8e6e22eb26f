import { described, describeReason, type AppliedRule, type Resolution, type Rule } from "@precept/core";
import { visibleLine } from "@precept/lint";
import * as z from "zod/mini";
import type { RuleHost } from "../host/rule-host.ts";
import { lineLimits } from "../limits.ts";
import { decodeCursor, encodeCursor, fingerprintOf } from "../paging/cursor.ts";
import { pageApplied, type PagedRule, type PagePosition } from "./page-applied.ts";
import { selectRequestable } from "./requestable-rules.ts";
import { ruleEntrySchema, toRuleEntry, toRuleLine } from "./rule-entry.ts";
import { takeFitting } from "./take-fitting.ts";
import { InvalidArgumentsError } from "../invalid-arguments.ts";

export const rulesAnswerSchema = z.object({
  prompt: described("The rules of this page, to follow. Empty if no rule applies.", z.string()),
  rules: described(
    "The rules of this page, in the order of the prompt.",
    z.array(
      z.extend(ruleEntrySchema, {
        reason: described("Why the rule applies.", z.string()),
        part: described(
          "Present if the page has only a part of the rule: its range, and the length of the whole text.",
          z.optional(z.object({ from: z.number(), to: z.number(), of: z.number() })),
        ),
      }),
    ),
  ),
  total_rules: described("How many rules apply, on all pages.", z.number()),
  unknown: described("The requested names that no rule has.", z.array(z.string())),
  notices: described("What else there is to know: unknown names, rules that do not apply, conflicts.", z.array(z.string())),
  notices_left_out: z.number(),
  requestable: described(
    "Rules that apply only if you ask for them, with their names in `names`; most useful first.",
    z.array(z.object({ name: z.string(), description: z.string() })),
  ),
  requestable_left_out: z.number(),
  next_cursor: described("Call again with it as `cursor` for the rest. Null: this is the last page.", z.nullable(z.string())),
});

export type RulesAnswer = z.infer<typeof rulesAnswerSchema>;

export interface RulesAnswerOptions {
  /** Identifies the request, so that a cursor of another one is refused. */
  readonly request: readonly unknown[];
  readonly cursor: string | undefined;
  readonly maxCharacters: number;
  readonly applied: readonly AppliedRule[];
  /** The requested names that no rule has. */
  readonly unknown: readonly string[];
  /** Sentences that come before the notices of the resolution. */
  readonly notices: readonly string[];
  readonly visible: readonly Rule[];
}

const positionSchema = z.tuple([z.string(), z.int(), z.int()]);

/** The share of an answer that its notices, and its list of requestable rules, may each have. */
const listShare = 0.2;

/** Makes a page of rules. @throws InvalidArgumentsError if the cursor is of another request, or the rules changed. */
export function answerWithRules(
  host: RuleHost,
  resolution: Resolution,
  options: RulesAnswerOptions,
): { readonly data: RulesAnswer; readonly text: string } {
  const { applied, maxCharacters, cursor, unknown } = options;
  const fingerprint = fingerprintOfAnswer(options);
  const start = readPosition(cursor, fingerprint, applied);
  const isFirst = cursor === undefined;
  const listRoom = Math.floor(maxCharacters * listShare);
  const notices = takeFitting(isFirst ? [...options.notices, ...describeNotices(resolution)] : [], listRoom, toLength);
  const requested = new Set(resolution.applied.map(({ rule }) => rule.id));
  const requestable = takeFitting(
    isFirst ? selectRequestable(options.visible).filter(({ id }) => !requested.has(id)) : [],
    listRoom,
    (rule) => toLength(toRequestable(rule)),
  );
  const frame: RulesAnswer = {
    prompt: "",
    rules: [],
    total_rules: applied.length,
    unknown: unknown.map((name) => visibleLine(name, lineLimits.name)),
    notices: [...notices.taken],
    notices_left_out: notices.leftOut,
    requestable: requestable.taken.map(toRequestable),
    requestable_left_out: requestable.leftOut,
    next_cursor: null,
  };
  const page = pageApplied(applied, {
    start,
    room: maxCharacters - Math.max(toLength(frame), textOf(frame, start.rule, requestable.taken).length) - frameReserve,
    format: host.format,
    overheadOf: (rule) => toLength(toEntry(rule)) + 10,
  });
  const data: RulesAnswer = {
    ...frame,
    prompt: page.prompt,
    rules: page.rules.map(toEntry),
    ...(page.next !== undefined && { next_cursor: encodeCursor("rules", [fingerprint, page.next.rule, page.next.offset]) }),
  };
  return { data, text: textOf(data, start.rule, requestable.taken) };
}

/** The room for the cursor and the sentence about it. */
const frameReserve = 500;

function toLength(value: unknown): number {
  return JSON.stringify(value).length + 1;
}

function toRequestable(rule: Rule): RulesAnswer["requestable"][number] {
  const { name, description } = toRuleEntry(rule);
  return { name, description };
}

function toEntry({ applied, from, to }: PagedRule): RulesAnswer["rules"][number] {
  const { rule, reason, matchedFiles, content } = applied;
  return {
    ...toRuleEntry(rule),
    reason: visibleLine(describeReason(reason, matchedFiles), lineLimits.reason),
    ...((from > 0 || to < content.length) && { part: { from, to, of: content.length } }),
  };
}

/** The answer as text. What the server says comes before the texts of rules, so that no rule can imitate it. */
function textOf(data: RulesAnswer, first: number, requestable: readonly Rule[]): string {
  const { rules, total_rules: total, notices, notices_left_out, requestable_left_out, next_cursor: next, prompt } = data;
  const last = first + rules.length;
  const lines = [
    rules.length === 0
      ? "No rules apply."
      : `Rules ${first + 1} to ${last} of ${total}${next === null ? "." : `. The answer is not complete: call again with the same arguments and \`cursor\`: ${next}`}`,
    ...rules.map(
      ({ name, reason, part }) =>
        `- ${name}: ${reason}${part === undefined ? "" : ` (characters ${part.from} to ${part.to} of ${part.of})`}`,
    ),
    ...(notices.length === 0 ? [] : ["", "Notices:", ...notices.map((notice) => `- ${notice}`), ...moreOf(notices_left_out)]),
    ...(requestable.length === 0
      ? []
      : [
          "",
          "More rules, which apply if you ask for them with their names in `names`:",
          ...requestable.map(toRuleLine),
          ...moreOf(requestable_left_out),
        ]),
  ];
  return `${lines.join("\n")}\n${prompt === "" ? "" : `\n${prompt}`}`;
}

function moreOf(leftOut: number): readonly string[] {
  return leftOut === 0 ? [] : [`- and ${leftOut} more`];
}

function fingerprintOfAnswer({ request, applied }: RulesAnswerOptions): string {
  const texts = applied.map(({ rule, content }) => [rule.id, content]);
  return fingerprintOf([request, texts]);
}

function readPosition(cursor: string | undefined, fingerprint: string, applied: readonly AppliedRule[]): PagePosition {
  if (cursor === undefined) return { rule: 0, offset: 0 };
  const [given, rule, offset] = decodeCursor("rules", cursor, positionSchema);
  const length = applied[rule]?.content.length ?? 0;
  if (given === fingerprint && offset >= 0 && (offset < length || offset === 0)) return { rule, offset };
  throw new InvalidArgumentsError(
    "The cursor does not continue this answer: the arguments differ from those of its page, or rules have changed since. Call again without `cursor`.",
  );
}

/** Describes what an agent should know besides the rules: rules that the budget dropped, problems and conflicts. */
function describeNotices({ diagnostics, conflicts }: Resolution): readonly string[] {
  const notices = [
    ...diagnostics
      // The tools name unknown rules themselves, with similar names.
      .filter(({ code }) => code !== "request/unknown-rule")
      .map(({ message, file, hint }) => [file === undefined ? message : `${file}: ${message}`, hint].filter(Boolean).join(" ")),
    ...conflicts.map(({ detail }) => detail),
  ];
  return [...new Set(notices.map((notice) => visibleLine(notice, lineLimits.notice)))];
}
