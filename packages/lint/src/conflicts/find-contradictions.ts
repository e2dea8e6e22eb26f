import type { Conflict, ConflictLocation, Rule, ProgressListener } from "@precept/core";
import { canApplyTogether } from "./can-apply-together.ts";
import { haveSameSubject, readStatements, readSubjects, type Statement } from "./statements/statements.ts";

/** The maximum number of opposite statements to compare with each. Copied rules can have thousands of them. */
const maxComparisons = 100;

/**
 * Finds instructions of different rules that seem to contradict each other: one recommends what the other prohibits,
 * each prefers what the other replaces, or they name two exclusive options. Only compares rules that can apply
 * together. A heuristic that compares words, so it can be wrong. Rules that contain both instructions are ignored.
 */
export function findContradictions(rules: readonly Rule[], onProgress?: ProgressListener): readonly Conflict[] {
  const { findOpposed, findOptions } = readStatements(rules, onProgress);
  const conflicts = new Conflicts();
  for (const { inFavour, against } of findOpposed()) addContradictions(inFavour, against, conflicts);
  for (const { topic, statements } of findOptions()) {
    const options = Map.groupBy(statements, (one) => one.options.get(topic) ?? "");
    const [first, ...others] = [...options.values()].toSorted((left, right) => right.length - left.length);
    for (const other of others) if (first !== undefined) addContradictions(first, other, conflicts);
  }
  return conflicts.found;
}

/**
 * Finds the contradictions between one rule and others, as {@link findContradictions}. Reads a rule that is passed again
 * only if it shares a subject with the new one.
 */
export function findContradictionsOf(rule: Rule, others: readonly Rule[]): readonly Conflict[] {
  const subjects = readSubjects(rule);
  const related = others.filter((other) => [...readSubjects(other)].some((subject) => subjects.has(subject)));
  return related.length === 0 ? [] : findContradictions([...related, rule]).filter(({ ids }) => ids.includes(rule.id));
}

/** Finds the contradictions between two groups of statements. Reports one for each statement of the smaller group. */
function addContradictions(left: readonly Statement[], right: readonly Statement[], conflicts: Conflicts): void {
  // A rule with statements in both groups is probably conditional.
  const [few = [], many = []] = [onePerRule(left, right), onePerRule(right, left)].toSorted(
    (one, other) => one.length - other.length,
  );
  for (const one of few) {
    const opposed = many
      .slice(0, maxComparisons)
      .filter((other) => haveSameSubject(one, other) && canApplyTogether(one.rule, other.rule));
    if (opposed.length > 0) conflicts.add(one, opposed);
  }
}

/** Keeps the first statement of each rule that has no statement in the other group. */
function onePerRule(statements: readonly Statement[], others: readonly Statement[]): Statement[] {
  const without = new Set(others.map(({ rule }) => rule));
  const first = new Map<Rule, Statement>();
  for (const one of statements) if (!without.has(one.rule) && !first.has(one.rule)) first.set(one.rule, one);
  return [...first.values()];
}

class Conflicts {
  readonly found: Conflict[] = [];
  /** The reported pairs of clauses. Two clauses can contradict each other in several ways. */
  readonly #reported = new Set<string>();

  add(one: Statement, opposed: readonly Statement[]): void {
    const others = new Map<string, ConflictLocation>();
    const here = locationOf(one);
    for (const other of opposed) {
      const location = locationOf(other);
      const key = [here, location]
        .map(({ id, start }) => `${id}\0${start}`)
        .toSorted()
        .join("\0");
      if (!this.#reported.has(key) && !others.has(location.id)) others.set(location.id, location);
      this.#reported.add(key);
    }
    const [first, ...more] = others.values();
    if (first === undefined) return;
    const names = new Map([one, ...opposed].map(({ rule }) => [rule.id, rule.name]));
    const nameOf = ({ id }: ConflictLocation) => names.get(id) ?? id;
    const rest = more.length === 0 ? "" : `, like ${more.length} more ${more.length === 1 ? "rule" : "rules"}`;
    const locations = [here, first, ...more];
    this.found.push({
      kind: "contradiction",
      ids: locations.map(({ id }) => id),
      names: locations.map(nameOf),
      detail: `"${nameOf(here)}" says "${here.quote}", and "${nameOf(first)}" says "${first.quote}"${rest}.`,
      locations,
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
