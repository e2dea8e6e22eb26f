import type { Conflict, ConflictLocation } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { canApplyTogether } from "./can-apply-together.ts";
import { haveSameSubject, readStatements, type Statement } from "./statements/statements.ts";

/** How many statements of the other side are looked at for each: thousands may say the same where rules were copied. */
const maxComparisons = 100;

/**
 * Finds instructions of different rules that seem to be each other's opposite: the same thing asked for and ruled out, one thing in place of another
 * and the other way round, two options of which a project has one. Only between rules that can apply together. It goes by words, so it can be wrong;
 * a rule that says both itself has its reasons, and is left alone.
 */
export function findContradictions(rules: readonly Rule[]): readonly Conflict[] {
  const { prohibitions: ruledOut, findRecommendations: askedFor, byTopic: chosen } = readStatements(rules);
  const conflicts = new Conflicts();
  for (const [subject, against] of ruledOut) {
    const inFavour = askedFor(subject);
    if (inFavour.length > 0) addContradictions(inFavour, against, conflicts);
  }
  for (const [topic, statements] of chosen) {
    const options = new Map<string, Statement[]>();
    for (const one of statements) {
      const option = one.options.get(topic) ?? "";
      const group = options.get(option);
      if (group === undefined) options.set(option, [one]);
      else group.push(one);
    }
    const [first, ...others] = [...options.values()].toSorted((left, right) => right.length - left.length);
    for (const other of others) if (first !== undefined) addContradictions(first, other, conflicts);
  }
  return conflicts.found;
}

/** Finds for each statement of the smaller side those of the other that it contradicts. */
function addContradictions(ours: readonly Statement[], theirs: readonly Statement[], conflicts: Conflicts): void {
  const [few, many] = withoutRulesOnBothSides(ours, theirs).toSorted((left, right) => left.length - right.length) as [
    Statement[],
    Statement[],
  ];
  for (const one of few) {
    const opposed = many.slice(0, maxComparisons).filter((other) => isContradiction(one, other));
    if (opposed.length > 0) conflicts.add(one, opposed);
  }
}

/** Both sides, a statement a rule, without the rules that are on both: what they say has conditions that words alone don't tell. */
function withoutRulesOnBothSides(ours: readonly Statement[], theirs: readonly Statement[]): Statement[][] {
  const [left, right] = [ours, theirs].map((side) => new Set(side.map(({ rule }) => rule))) as [Set<Rule>, Set<Rule>];
  return [onePerRule(ours, right), onePerRule(theirs, left)];
}

function onePerRule(statements: readonly Statement[], without: ReadonlySet<Rule>): Statement[] {
  const first = new Map<Rule, Statement>();
  for (const one of statements) if (!without.has(one.rule) && !first.has(one.rule)) first.set(one.rule, one);
  return [...first.values()];
}

function isContradiction(left: Statement, right: Statement): boolean {
  return haveSameSubject(left, right) && canApplyTogether(left.rule, right.rule);
}

class Conflicts {
  readonly found: Conflict[] = [];
  /** Two clauses are told once, though they may be opposed in several ways. */
  readonly #told = new Set<string>();

  add(one: Statement, opposed: readonly Statement[]): void {
    const others = new Map<string, ConflictLocation>();
    const here = locationOf(one);
    for (const other of opposed) {
      const place = locationOf(other);
      const key = [here, place]
        .map(({ id, start }) => `${id}\0${start}`)
        .toSorted()
        .join("\0");
      if (!this.#told.has(key) && !others.has(place.id)) others.set(place.id, place);
      this.#told.add(key);
    }
    const [first, ...more] = others.values();
    if (first === undefined) return;
    const names = new Map([one, ...opposed].map(({ rule }) => [rule.id, rule.name]));
    const nameOf = ({ id }: ConflictLocation) => names.get(id) ?? id;
    const rest = more.length === 0 ? "" : `, like ${more.length} more ${more.length === 1 ? "rule" : "rules"}`;
    const places = [here, first, ...more];
    this.found.push({
      kind: "contradiction",
      ids: places.map(({ id }) => id),
      names: places.map(nameOf),
      detail: `"${nameOf(here)}" says "${here.quote}", and "${nameOf(first)}" says "${first.quote}"${rest}.`,
      locations: places,
    });
  }
}

function locationOf({ rule, clause }: Statement): ConflictLocation {
  const { start, end } = clause;
  const quote = rule.content.slice(start, end).trim().replace(/\s+/g, " ");
  return {
    id: rule.id,
    ...(rule.origin.path !== undefined && { file: rule.origin.path }),
    start,
    end,
    quote: quote.length <= 100 ? quote : `${quote.slice(0, 99)}…`,
  };
}
