import type { RuleReport } from "@precept/transfer";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";
import { describeForAny, nameTools } from "./tool-names.ts";

/** Lists what tools do not get of the rules that they get, one line per field and reason with the tools and the number of rules. */
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
