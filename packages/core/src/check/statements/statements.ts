import type { Rule } from "../../model/rule.ts";
import { findChosenOptions } from "./exclusive-options.ts";
import { findAssertions, findImperativeAssertions, mayInstruct, verbOf, type Assertion } from "./assertions.ts";
import { splitClauses, readLines, type Clause, type Line } from "./clauses.ts";
import { scopesOverlap, findLanguageScope, type LanguageScope } from "./language-scopes.ts";
import { wordsOf } from "./words.ts";

/** An instruction that could have an opposite. */
export interface Statement extends Pick<Assertion, "wanted" | "unwanted" | "verb"> {
  readonly rule: Rule;
  /** By topic, the option that it names. */
  readonly options: ReadonlyMap<string, string>;
  readonly clause: Clause;
  /** The languages and frameworks that it is for. */
  readonly scope: LanguageScope;
}

/** A line of a rule, to come back to. */
interface RuleLine {
  readonly rule: Rule;
  readonly line: Line;
}

/** What rules say that could have an opposite, by what it is about. */
export interface Statements {
  /** What is ruled out somewhere, and who rules it out. */
  readonly prohibitions: ReadonlyMap<string, readonly Statement[]>;
  /** Who asks for what is ruled out elsewhere. */
  readonly findRecommendations: (subject: string) => readonly Statement[];
  /** By topic, who chooses one of its options. */
  readonly byTopic: ReadonlyMap<string, readonly Statement[]>;
}

/**
 * Reads the instructions of rules. Most things are only asked for and never ruled out: of those no more is kept than the lines where they stand, which
 * are read again where somebody wants to know.
 */
export function readStatements(rules: readonly Rule[]): Statements {
  const ruledOut = new Map<string, Statement[]>();
  const chosen = new Map<string, Statement[]>();
  const wanted = new Map<string, RuleLine[]>();
  const imperatives = new Map<string, RuleLine[]>();
  const verbs = new Set<string>();
  for (const rule of rules) {
    for (const line of readLines(rule.content)) {
      const place = { rule, line };
      if (mayInstruct(line.text)) {
        for (const statement of statementsIn(place, findAssertions)) {
          if (statement.wanted !== "") addTo(wanted, statement.wanted, place);
          if (statement.unwanted !== "") addTo(ruledOut, statement.unwanted, statement);
          if (statement.verb !== "") verbs.add(statement.verb);
          for (const topic of statement.options.keys()) addTo(chosen, topic, statement);
        }
      }
      const verb = line.isHeading || line.stance !== undefined ? "" : verbOf(line.text);
      if (verb !== "") addTo(imperatives, verb, place);
    }
  }
  for (const verb of verbs) {
    for (const place of imperatives.get(verb) ?? []) {
      for (const statement of statementsIn(place, findImperativeAssertions)) addTo(wanted, statement.wanted, place);
    }
  }
  const askedFor = (subject: string): readonly Statement[] =>
    [...new Set(wanted.get(subject))].flatMap((place) =>
      [...statementsIn(place, findAssertions), ...statementsIn(place, findImperativeAssertions)]
        .filter((one) => one.wanted === subject)
        .slice(0, 1),
    );
  return { prohibitions: ruledOut, findRecommendations: askedFor, byTopic: chosen };
}

function addTo<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

function* statementsIn({ rule, line }: RuleLine, claims: (clause: Clause) => Iterable<Assertion>): Iterable<Statement> {
  for (const clause of splitClauses(line)) {
    let territory: LanguageScope | undefined;
    for (const { wanted, unwanted, verb, optionText: choosing } of claims(clause)) {
      // Where nobody can tell whether it is asked for, only what is ruled out in so many words counts.
      if (clause.stance === "unclear" && unwanted === "") continue;
      const choices = choosing === "" ? none : findChosenOptions(choosing);
      if (wanted === "" && unwanted === "" && choices.size === 0) continue;
      territory ??= scopeOf(rule, clause);
      yield { rule, wanted, unwanted, verb, options: choices, clause, scope: territory };
    }
  }
}

const none: ReadonlyMap<string, string> = new Map();

/** What a clause and the headings above it are for; where they don't say, what the rule is for. */
function scopeOf(rule: Rule, { text, label, headings }: Clause): LanguageScope {
  let home = ruleScopes.get(rule);
  if (home === undefined)
    ruleScopes.set(rule, (home = findLanguageScope(`${rule.name.replace(/[-_]/g, " ")} ${rule.description}`)));
  return { ...home, ...findLanguageScope([text, label, ...headings].join(" ")) };
}

const ruleScopes = new WeakMap<Rule, LanguageScope>();

/** Whether two statements may be about the same thing: the languages and labels that they name don't exclude each other. */
export function haveSameSubject(left: Statement, right: Statement): boolean {
  return scopesOverlap(left.scope, right.scope) && labelsMeet(left.clause.label, right.clause.label);
}

function labelsMeet(left: string, right: string): boolean {
  if (left === "" || right === "") return true;
  const words = new Set(wordsOf(left));
  return wordsOf(right).some((word) => words.has(word));
}
