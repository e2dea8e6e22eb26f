import type { Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import type { RuleReport } from "@precept/transfer";
import { count, printable, type Style } from "../../terminal/text.ts";
import { columns } from "../../terminal/layout.ts";

const maxListed = 10;

interface LeftOutRule {
  readonly rule: Rule;
  readonly tools: readonly Dialect[];
  readonly reason: string;
}

/**
 * Lists the rules that tools do not get, one line per rule with the tools and the reason. Reasons that few rules have
 * come first. Of many rules with the same reason, the first ten are listed, unless `all` is set.
 */
export function viewLeftOut(reports: readonly RuleReport[], all: boolean, style: Style): string[] {
  const groups = Map.groupBy(joinTools(reports), ({ tools, reason }) => `${tools.map(({ id }) => id).join()} ${reason}`);
  const rows = [...groups.values()]
    .toSorted((left, right) => left.length - right.length)
    .flatMap((group) => {
      const listed = all || group.length <= maxListed + 1 ? group : group.slice(0, maxListed);
      const rest = group.length - listed.length;
      const [first] = group;
      return [
        ...listed.map((one) => toRow(printable(one.rule.name), one, style)),
        ...(rest === 0 || first === undefined ? [] : [toRow(`and ${count(rest, "rule")} more`, first, style)]),
      ];
    });
  return columns(rows, style);
}

function toRow(name: string, { tools, reason }: LeftOutRule, style: Style): readonly string[] {
  return [`  ${name}`, `${style.yellow("left out")} for ${nameTools(tools)}: ${printable(reason)}`];
}

function joinTools(reports: readonly RuleReport[]): readonly LeftOutRule[] {
  const joined = Map.groupBy(reports, ({ rule, target, notes }) => `${rule.id}\n${reasonOf(target, notes)}`);
  return [...joined.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { rule, target, notes } = first;
    return [{ rule, tools: same.map((one) => one.target), reason: reasonOf(target, notes) }];
  });
}

function reasonOf(target: Dialect, notes: RuleReport["notes"]): string {
  return notes.map(({ message }) => describeForAny(message, target)).join("; ");
}

/** Lists what rules lose in each tool: one line per field and reason, with the tools and the number of rules. */
export function viewReduced(reports: readonly RuleReport[], style: Style): string[] {
  const notes = reports.flatMap(({ rule, target, notes: found }) =>
    found.map((note) => ({ rule, target, field: note.field, reason: describeForAny(note.message, target) })),
  );
  const groups = Map.groupBy(notes, ({ field, reason }) => `${field}\n${reason}`);
  const rows = [...groups.values()]
    .map((group) => ({ group, rules: [...new Set(group.map(({ rule }) => rule))] }))
    .toSorted((left, right) => left.rules.length - right.rules.length)
    .flatMap(({ group, rules }) => {
      const [first] = group;
      const [only] = rules;
      if (first === undefined || only === undefined) return [];
      const tools = nameTools(group.map(({ target }) => target));
      const number = rules.length === 1 ? printable(only.name) : count(rules.length, "rule");
      return [[`  ${first.field}`, `${tools}: ${printable(first.reason)}`, style.dim(`(${number})`)]];
    });
  return columns(rows, style);
}

/** Lists each rule with each tool and everything that the tool does not get of it. */
export function viewEachReduced(reports: readonly RuleReport[], style: Style): string[] {
  const rows = reports.map(({ rule, target, notes }) => [
    `  ${printable(rule.name)}`,
    style.dim(target.title),
    printable(notes.map(({ message }) => message).join(" ")),
  ]);
  return columns(rows, style);
}

const maxNamed = 6;

/** `Codex, Gemini CLI`; of many tools the first ones and the number of the others. */
function nameTools(tools: readonly Dialect[]): string {
  const titles = [...new Set(tools)].map(({ title }) => title);
  const more = titles.length - maxNamed;
  return more > 1 ? `${titles.slice(0, maxNamed).join(", ")} and ${more} more` : titles.join(", ");
}

/** Returns a message about one tool in words that fit any tool: `Codex has no rules …` as `no rules …`. */
function describeForAny(message: string, { title }: Dialect): string {
  const text = message.startsWith(`${title} `) ? message.slice(title.length + 1) : message.replaceAll(title, "the tool");
  return text.replace(/^has (?=no )/, "").replace(/\.$/, "");
}
