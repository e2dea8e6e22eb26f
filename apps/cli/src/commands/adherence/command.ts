import { formatNumber, PreceptError, toWireDiagnostic } from "@precept/core";
import { adherenceOf, readNewestSessions, type Breach, type RuleAdherence, type Share } from "@precept/evidence";
import type { Workspace } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { isSerious, viewDiagnostics } from "../../terminal/diagnostics.ts";
import { columns, viewFields, viewShortTable, viewTable } from "../../terminal/layout.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { readCheckedRules } from "@precept/workspace/checked-rules";
import { offersFor, viewOffers, type Offer } from "./suggest.ts";
import { viewTime } from "../sessions/view-timeline.ts";

interface AdherenceOptions {
  readonly failUnder?: number;
}

export async function adherence({ workspace, options, args }: Call<AdherenceOptions>): Promise<CommandResult> {
  const [name] = args;
  const all = await workspace.list();
  const checked = all.filter((rule) => rule.checks.length > 0);
  const unchecked = all.length - checked.length;
  const rules = name === undefined ? checked : checked.filter((rule) => rule.name === name);
  if (name !== undefined && rules.length === 0) await refuseUnchecked(workspace, name);
  const { sessions } = readNewestSessions(workspace.root, Number.POSITIVE_INFINITY);
  const read = await readCheckedRules(workspace, rules, sessions);
  const found = adherenceOf(sessions, read.rules);
  const offers = offersFor(found, rules);
  const { failUnder } = options;
  const failing =
    failUnder === undefined ? [] : found.filter(({ followed }) => followed.of > 0 && followed.high * 100 < failUnder);
  return {
    json: {
      rules: found.map(toWireAdherence),
      suggestions: offers,
      diagnostics: read.diagnostics.map(toWireDiagnostic),
      sessions: sessions.length,
      unchecked_rules: unchecked,
      unknown_policies: read.unknown,
      failing: failing.map((one) => one.name),
    },
    text: (style) =>
      viewAdherence(found, { isDetailed: name !== undefined, sessions: sessions.length, unchecked, offers }, style),
    notice: (style) =>
      asLines(viewDiagnostics(read.diagnostics.filter(isSerious), style)) +
      read.unknown.map((id) => `${style.yellow("warning")}  \`checks\` names ${printable(id)}, which is no policy\n`).join("") +
      failing
        .map((one) => `${style.red("failed")}  ${printable(one.name)}: ${viewShare(one.followed)} is below ${failUnder} %\n`)
        .join(""),
    ...(failing.length > 0 && { code: "findings" as const }),
  };
}

/** @throws PreceptError `RULE_NOT_FOUND` if no rule has the name, `RULE_UNCHECKED` if it names no policies. */
async function refuseUnchecked(workspace: Workspace, name: string): Promise<never> {
  await workspace.get(name);
  throw new PreceptError("RULE_UNCHECKED", { name });
}

function toWireAdherence({ sessions: { mendedAfterAdvice, brokenBeforeGiven, ...sessions }, ...found }: RuleAdherence) {
  return { ...found, sessions: { ...sessions, mended_after_advice: mendedAfterAdvice, broken_before_given: brokenBeforeGiven } };
}

interface ShownAdherence {
  /** Whether the breaches are listed. */
  readonly isDetailed: boolean;
  readonly sessions: number;
  /** How many rules have no checks. */
  readonly unchecked: number;
  readonly offers: readonly Offer[];
}

function viewAdherence(
  found: readonly RuleAdherence[],
  { isDetailed, sessions, unchecked, offers }: ShownAdherence,
  style: Style,
): string {
  if (found.length === 0) {
    const rules = `${count(unchecked, "rule")}, and none with \`checks\``;
    return `${rules}: nothing shows whether agents follow them. Add \`checks: [POLICY]\` to a rule, or see \`precept policies propose\`.\n`;
  }
  const rows = found.map(({ name, sessions: inSessions, followed, breaches, tokens }) => [
    printable(name),
    String(inSessions.given),
    viewShare(followed),
    viewInterval(followed),
    String(breaches.length),
    String(breaches.filter(({ age }) => age === null).length),
    String(breaches.filter(({ mended }) => mended).length),
    formatNumber(tokens),
  ]);
  const headings = ["rule", "sessions", "followed", "95 % interval", "broken", "not given", "mended", "tokens"];
  const table = viewTable(headings, rows, style);
  const details = isDetailed ? found.flatMap((one) => viewBreaches(one, style)) : [];
  const note = `From ${count(sessions, "recorded session")}; ${count(unchecked, "rule")} without \`checks\`. \`precept adherence RULE\` lists where a rule was broken.`;
  return asLines([
    ...table,
    ...(isDetailed ? ["", ...details] : columns([[style.dim(note)]], style)),
    ...viewOffers(offers, style),
  ]);
}

function viewBreaches({ breaches, sessions }: RuleAdherence, style: Style): readonly string[] {
  if (breaches.length === 0) return [style.dim("It was never broken.")];
  const rows = breaches.map((breach) => [
    viewTime(breach.at, "minutes"),
    printable(breach.subagent === null ? breach.session : `[${breach.subagent}] ${breach.session}`),
    printable(breach.policy),
    printable(breach.file ?? ""),
    viewAge(breach.age),
    viewOutcome(breach, style),
  ]);
  return [
    ...viewShortTable(["when", "session", "check", "file", "rule given", "outcome"], rows, shortenings, style),
    "",
    ...viewFields(fieldsOf(sessions), style),
  ];
}

const shortenings = [
  { columns: ["session"], min: 9, where: "end" },
  { columns: ["check"], min: 12, where: "middle" },
  { columns: ["file"], min: 16, where: "middle" },
] as const;

function viewOutcome({ denied, mended, advised }: Breach, style: Style): string {
  if (denied) return "denied";
  if (!mended) return style.yellow("stayed");
  return advised ? "mended after advice" : "mended";
}

/** The sessions of a rule, one line for each count. */
function fieldsOf(sessions: RuleAdherence["sessions"]): readonly (readonly [string, string])[] {
  const { given, followed, broken, mended, mendedAfterAdvice, brokenBeforeGiven } = sessions;
  const advised = mendedAfterAdvice === 0 ? "" : `, ${mendedAfterAdvice} of them after advice`;
  return [
    ["given in", count(given, "session")],
    ["had an occasion in", count(followed.of, "session")],
    ["followed in", `${viewShare(followed)}${followed.of === 0 ? "" : ` (95 % interval: ${viewInterval(followed)})`}`],
    ["broken in", `${count(broken, "session")}, in ${brokenBeforeGiven} before it was given`],
    ["mended in", `${count(mended, "session")}${advised}`],
  ];
}

function viewAge(age: number | null): string {
  if (age === null) return "no";
  return age === 0 ? "just before" : `${count(age, "prompt")} before`;
}

function viewShare({ count: number, of }: Share): string {
  return of === 0 ? "no occasion" : `${number} of ${of}`;
}

function viewInterval({ of, low, high }: Share): string {
  return of === 0 ? "" : `${Math.round(low * 100)} to ${Math.round(high * 100)} %`;
}
