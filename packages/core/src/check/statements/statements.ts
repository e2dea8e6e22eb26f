import type { Rule } from "../../model/rule.ts";
import { findChosenOptions } from "./exclusive-options.ts";
import { findAssertions, findImperativeAssertions, mayInstruct, verbOf, type Assertion } from "./assertions.ts";
import { splitClauses, readLines, type Clause, type Line } from "./clauses.ts";
import { scopesOverlap, findLanguageScope, type LanguageScope } from "./language-scopes.ts";
import { wordsOf } from "./words.ts";

/** An instruction that can have an opposite. */
export interface Statement extends Pick<Assertion, "wanted" | "unwanted" | "verb"> {
  readonly rule: Rule;
  /** The exclusive options that it names, by topic. */
  readonly options: ReadonlyMap<string, string>;
  readonly clause: Clause;
  /** The languages and frameworks that it is about. */
  readonly scope: LanguageScope;
}

interface RuleLine {
  readonly rule: Rule;
  readonly line: Line;
}

/** The statements of rules by subject. */
export interface Statements {
  /** The statements that prohibit something, by subject. */
  readonly prohibitions: ReadonlyMap<string, readonly Statement[]>;
  /** Finds the statements that recommend a subject. */
  readonly findRecommendations: (subject: string) => readonly Statement[];
  /** The statements that name an exclusive option, by topic. */
  readonly byTopic: ReadonlyMap<string, readonly Statement[]>;
}

/**
 * Reads the statements of rules. Most recommendations have no prohibition, so only their lines are stored, which are parsed again when needed.
 */
export function readStatements(rules: readonly Rule[]): Statements {
  const prohibitions = new Map<string, Statement[]>();
  const byTopic = new Map<string, Statement[]>();
  const recommendations = new Map<string, RuleLine[]>();
  const imperatives = new Map<string, RuleLine[]>();
  const verbs = new Set<string>();
  for (const rule of rules) {
    for (const line of readLines(rule.content)) {
      const ruleLine = { rule, line };
      if (mayInstruct(line.text)) {
        for (const statement of statementsIn(ruleLine, findAssertions)) {
          if (statement.wanted !== "") addTo(recommendations, statement.wanted, ruleLine);
          if (statement.unwanted !== "") addTo(prohibitions, statement.unwanted, statement);
          if (statement.verb !== "") verbs.add(statement.verb);
          for (const topic of statement.options.keys()) addTo(byTopic, topic, statement);
        }
      }
      const verb = line.isHeading || line.stance !== undefined ? "" : verbOf(line.text);
      if (verb !== "") addTo(imperatives, verb, ruleLine);
    }
  }
  for (const verb of verbs) {
    for (const ruleLine of imperatives.get(verb) ?? []) {
      for (const statement of statementsIn(ruleLine, findImperativeAssertions))
        addTo(recommendations, statement.wanted, ruleLine);
    }
  }
  const findRecommendations = (subject: string): readonly Statement[] =>
    [...new Set(recommendations.get(subject))].flatMap((ruleLine) =>
      [...statementsIn(ruleLine, findAssertions), ...statementsIn(ruleLine, findImperativeAssertions)]
        .filter((one) => one.wanted === subject)
        .slice(0, 1),
    );
  return { prohibitions, findRecommendations, byTopic };
}

function addTo<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

function* statementsIn({ rule, line }: RuleLine, find: (clause: Clause) => Iterable<Assertion>): Iterable<Statement> {
  for (const clause of splitClauses(line)) {
    let scope: LanguageScope | undefined;
    for (const { wanted, unwanted, verb, optionText } of find(clause)) {
      // If the context is unclear, only explicit prohibitions count.
      if (clause.stance === "unclear" && unwanted === "") continue;
      const options = optionText === "" ? none : findChosenOptions(optionText);
      if (wanted === "" && unwanted === "" && options.size === 0) continue;
      scope ??= scopeOf(rule, clause);
      yield { rule, wanted, unwanted, verb, options, clause, scope };
    }
  }
}

const none: ReadonlyMap<string, string> = new Map();

/** The scope of a clause by its text and headings, else by the name and description of the rule. */
function scopeOf(rule: Rule, { text, label, headings }: Clause): LanguageScope {
  let ruleScope = ruleScopes.get(rule);
  if (ruleScope === undefined)
    ruleScopes.set(rule, (ruleScope = findLanguageScope(`${rule.name.replace(/[-_]/g, " ")} ${rule.description}`)));
  return { ...ruleScope, ...findLanguageScope([text, label, ...headings].join(" ")) };
}

const ruleScopes = new WeakMap<Rule, LanguageScope>();

/** Whether two statements can be about the same thing, by their languages and labels. */
export function haveSameSubject(left: Statement, right: Statement): boolean {
  return scopesOverlap(left.scope, right.scope) && labelsMeet(left.clause.label, right.clause.label);
}

function labelsMeet(left: string, right: string): boolean {
  if (left === "" || right === "") return true;
  const words = new Set(wordsOf(left));
  return wordsOf(right).some((word) => words.has(word));
}
