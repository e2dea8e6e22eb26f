import { compareText } from "@precept/core";
import {
  decisionRows,
  describePolicySkip,
  subjectKindOf,
  type Decision,
  type MatchStep,
  type Subject,
  type ParsedCommand,
} from "@precept/governance";
import { columns, shorten, wrapText } from "../../terminal/layout.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";

/** One text that was tried: the command, the file, or a text of the hook payload. */
export interface TriedSubject {
  readonly subject: Subject;
  readonly decision: Decision;
  /** The commands in the text, with their words as resolved. Undefined if the text is no command. */
  readonly commands?: { readonly found: readonly ParsedCommand[]; readonly incomplete?: string };
  /** The steps of the policies that are shown, by id. */
  readonly steps: ReadonlyMap<string, readonly MatchStep[]>;
}

/** The width of the output if it does not go to a terminal, in columns. */
const defaultWidth = 80;
const maxCommands = 20;
const maxFound = 3;

export function viewTried(tried: readonly TriedSubject[], style: Style): string {
  const sized = { ...style, width: style.width ?? defaultWidth };
  if (tried.length === 0) return "The payload has no text to check.\n";
  return tried.map((one) => asLines(viewSubject(one, sized))).join("\n");
}

type SkipKind = Decision["skipped"][number]["reason"]["kind"];

type SizedStyle = Style & { readonly width: number };

function* viewSubject({ subject, decision, commands, steps }: TriedSubject, style: SizedStyle): Iterable<string> {
  const { text, file, tool } = subject;
  const [firstLine = "", ...otherLines] = text.split("\n");
  const name = file ?? `${firstLine}${otherLines.length > 0 ? " …" : ""}`;
  const kind = `${subjectKindOf(subject)}${tool === undefined ? "" : ` of ${tool}`}`;
  yield `${style.bold(shorten(printable(name), style.width - kind.length - 3))} ${style.dim(`(${printable(kind)})`)}`;
  if (commands !== undefined) {
    yield style.dim("Commands, with their words as resolved:");
    yield* columns(
      commands.found.slice(0, maxCommands).map((command) => commandRow(command, style)),
      style,
    );
    const others = commands.found.length - maxCommands;
    if (others > 0) yield `  and ${count(others, "other command")}`;
    if (commands.incomplete !== undefined) yield `  Some may be missing: ${printable(commands.incomplete)}`;
  }
  for (const [id, own] of steps) yield* viewPolicy(id, own, decision, style);
  yield "";
  yield* viewSummary(decision, steps, style);
}

function commandRow(
  { program, words, wrappers, directory, environment = [], redirects }: ParsedCommand,
  style: Style,
): readonly string[] {
  const written = [...words.map(quoted), ...redirects.map(({ operator, target }) => `${operator} ${quoted(target)}`)].join(" ");
  const remarks = [
    ...(directory === undefined ? [] : [`in ${directory.path}`]),
    ...(wrappers.length === 0 ? [] : [`by ${wrappers.join(", ")}`]),
    ...(environment.length === 0 ? [] : [`with ${environment.join(" ")}`]),
  ];
  return [
    `  ${style.cyan(printable(program === "" ? "-" : program))}`,
    printable(written),
    style.dim(printable(remarks.join("; "))),
  ];
}

/** Quotes a word that a reader could take for several words, or for none. */
function quoted(word: string): string {
  return /^[^\s'"]+$/.test(word) ? word : JSON.stringify(word);
}

function* viewPolicy(id: string, steps: readonly MatchStep[], decision: Decision, style: SizedStyle): Iterable<string> {
  const skipped = decision.skipped.find(({ policy }) => policy === id)?.reason;
  const rows = decisionRows(decision).filter((row) => row.policy === id);
  const isViolated = decision.violations.some(({ policy }) => policy === id);
  const verdict = isViolated
    ? style.red("violated")
    : skipped === undefined
      ? style.green("not violated")
      : describePolicySkip(skipped);
  yield "";
  yield* wrapText(`${style.bold(printable(id))}: ${printable(verdict)}`, style.width, 2);
  yield* groupSteps(steps).map((group) => viewSteps(group, style));
  for (const { location, label, message } of rows)
    yield* wrapText(`  ${printable(location)}  ${label}  ${printable(message)}`, style.width, 2);
}

/** Groups alternatives that fail because the text runs other programs. Every other step is a group. */
function groupSteps(steps: readonly MatchStep[]): readonly (readonly MatchStep[])[] {
  const groups: MatchStep[][] = [];
  for (const step of steps) {
    const group = groups.at(-1);
    if (group !== undefined && isOtherProgram(step) && group.every(isOtherProgram)) group.push(step);
    else groups.push([step]);
  }
  return groups;
}

function isOtherProgram({ path, result }: MatchStep): boolean {
  return result === "fails" && /\.command\[\d+\]\.program$/.test(path);
}

function viewSteps([first, ...others]: readonly MatchStep[], style: SizedStyle): string {
  if (first === undefined) return "";
  const last = others.at(-1)?.path.replace(/^.*(?=command\[)/, "");
  return viewStep(last === undefined ? first : { ...first, path: `${first.path} to ${last}`, condition: null }, style);
}

function viewStep({ path, condition, result, found }: MatchStep, style: SizedStyle): string {
  const word = { holds: style.green("yes"), fails: style.red("no "), unknown: style.yellow("?  ") }[result];
  const places = found.slice(0, maxFound).map(({ line, column, match }) => `${line}:${column} ${JSON.stringify(match)}`);
  const more = found.length > maxFound ? `, and ${found.length - maxFound} more` : "";
  const detail = [
    condition === null ? "" : JSON.stringify(condition),
    places.length > 0 ? `found ${places.join(", ")}${more}` : "",
  ];
  const text = printable(`${path}  ${detail.filter((one) => one !== "").join("  ")}`.trimEnd());
  return `  ${word} ${shorten(text, style.width - 6)}`;
}

/** Counts the policies by outcome. */
function* viewSummary(decision: Decision, steps: TriedSubject["steps"], style: SizedStyle): Iterable<string> {
  const reasons = new Map<SkipKind, number>();
  for (const { reason } of decision.skipped) reasons.set(reason.kind, (reasons.get(reason.kind) ?? 0) + 1);
  const parts = [...reasons]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([kind, number]) => `${number} ${skipWords[kind]}`);
  const violated = new Set(decision.violations.map(({ policy }) => policy)).size;
  const found =
    violated === 0
      ? style.green("No policy is violated")
      : `${count(violated, "policy is", "policies are")} violated: ${style.bold(decision.action)}`;
  const passed = decision.passed.length === 0 ? [] : [`${decision.passed.length} without a match`];
  const others = [...passed, ...parts];
  yield* wrapText(`${found}.${others.length === 0 ? "" : ` Not violated: ${others.join(", ")}.`}`, style.width, 2);
  if (steps.size === 0) yield style.dim("`--policy ID` shows the steps of one policy, `--all` the steps of all policies.");
}

/** What a number of skipped policies has in common, by the kind of the reason. */
const skipWords = {
  disabled: "disabled",
  declared: "without `match`",
  phase: "in other phases",
  glob: "for other files",
  filter: "for another context",
  tool: "for other tools",
  input: "for another input",
  subject: "for commands",
  prefilter: "without their words in the text",
  excepted: "excepted",
  sequence: "for another course of the session",
  unavailable: "not checked for lack of a package",
  indeterminate: "could not be checked",
  suppressed: "suppressed in the text",
  baseline: "in the baseline",
  shadow: "in shadow mode",
} as const satisfies Record<SkipKind, string>;
