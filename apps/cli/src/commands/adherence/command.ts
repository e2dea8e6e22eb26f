import { formatNumber, PreceptError, type Rule } from "@precept/core";
import {
  adherenceOf,
  readNewestSessions,
  type Breach,
  type RuleAdherence,
  type SessionRecords,
  type Share,
} from "@precept/evidence";
import type { Workspace } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { viewTable } from "../../terminal/layout.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
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
  const governed = rules.length === 0 ? new Map<string, ReadonlySet<string>>() : await findGoverned(workspace, sessions);
  const found = adherenceOf(
    sessions,
    rules.map((rule) => ({ ...rule, governs: (file: string) => governed.get(file)?.has(rule.id) === true })),
  );
  const policies = new Set((await workspace.policies.list()).map(({ id }) => id));
  const missing = [...new Set(rules.flatMap(({ checks }) => checks))].filter((id) => !policies.has(id));
  const { failUnder } = options;
  const failing =
    failUnder === undefined ? [] : found.filter(({ followed }) => followed.of > 0 && followed.high * 100 < failUnder);
  return {
    json: {
      rules: found,
      sessions: sessions.length,
      unchecked_rules: unchecked,
      unknown_policies: missing,
      failing: failing.map((one) => one.name),
    },
    text: (style) => viewAdherence(found, { isDetailed: name !== undefined, sessions: sessions.length, unchecked }, style),
    notice: (style) =>
      missing.map((id) => `${style.yellow("warning")}  \`checks\` names ${printable(id)}, which is no policy\n`).join("") +
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

/** The ids of the rules that apply to each file that a session changed. */
async function findGoverned(
  workspace: Workspace,
  sessions: readonly SessionRecords[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const files = new Set(
    sessions.flatMap(({ records }) =>
      records.flatMap((record) => (record.kind === "file" && record.changes ? record.files : [])),
    ),
  );
  const governed = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const { matched } = await workspace.resolve({ files: [file] }, { countUse: false });
    governed.set(file, new Set(matched.map(({ rule }: { readonly rule: Rule }) => rule.id)));
  }
  return governed;
}

function viewAdherence(
  found: readonly RuleAdherence[],
  { isDetailed, sessions, unchecked }: { readonly isDetailed: boolean; readonly sessions: number; readonly unchecked: number },
  style: Style,
): string {
  if (found.length === 0) {
    const rules = `${count(unchecked, "rule")}, and none that names policies in \`checks\``;
    return `${rules}: nothing shows whether agents follow them. Add \`checks: [POLICY]\` to a rule, or see \`precept policies propose\`.\n`;
  }
  const rows = found.map(({ name, given, followed, breaches, tokens }) => [
    printable(name),
    String(given),
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
  const note = style.dim(
    `From ${count(sessions, "recorded session")}; ${count(unchecked, "rule")} without \`checks\`. \`precept adherence RULE\` lists where a rule was broken.`,
  );
  return asLines([...table, ...(isDetailed ? ["", ...details] : [note])]);
}

function viewBreaches({ breaches }: RuleAdherence, style: Style): readonly string[] {
  if (breaches.length === 0) return [style.dim("It was never broken.")];
  const rows = breaches.map((breach) => [
    viewTime(breach.at, "minutes"),
    printable(breach.session),
    printable(breach.policy),
    printable(breach.file ?? ""),
    viewAge(breach.age),
    breach.denied ? "denied" : breach.mended ? "mended" : style.yellow("stayed"),
  ]);
  return [
    ...viewTable(["when", "session", "policy", "file", "rule given", "outcome"], rows, style),
    ...viewAdvice(breaches, style),
  ];
}

function viewAge(age: number | null): string {
  if (age === null) return "no";
  return age === 0 ? "just before" : `${count(age, "prompt")} before`;
}

/** What could help, by what most breaches have in common. */
function viewAdvice(breaches: readonly Breach[], style: Style): readonly string[] {
  const half = breaches.length / 2;
  const isLate = breaches.filter(({ age }) => age === null).length > half;
  const isOld = breaches.filter(({ age }) => age !== null && age >= oldAge).length > half;
  const isAllowed = breaches.filter(({ denied }) => !denied).length > half;
  return [
    ...(isLate ? ["Most breaches came before the agent had the rule: let it apply to more files, or always."] : []),
    ...(isOld
      ? [`Most breaches came ${oldAge} prompts or more after the rule: a shorter rule, or one for certain files, is given later.`]
      : []),
    ...(isAllowed ? ["Its policies did not deny most of them: `severity: CRITICAL`, or a handler, makes them do so."] : []),
  ].map((text) => style.dim(text));
}

/** After so many prompts, an agent may have forgotten a rule. */
const oldAge = 10;

function viewShare({ count: number, of }: Share): string {
  return of === 0 ? "no occasion" : `${number} of ${of}`;
}

function viewInterval({ of, low, high }: Share): string {
  return of === 0 ? "" : `${Math.round(low * 100)} to ${Math.round(high * 100)} %`;
}
