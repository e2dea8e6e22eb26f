import type { Rule, ProgressListener } from "@precept/core";
import { hashOf } from "../min-hash.ts";
import { findChosenOptions } from "./exclusive-options.ts";
import { findAssertions, findImperativeAssertions, mayInstruct, verbOf, type Assertion } from "./assertions.ts";
import { splitClauses, readLines, type Clause, type Line } from "./clauses.ts";
import { LineIndex, type LineLocation } from "./line-index.ts";
import { scopesOverlap, findLanguageScope, type LanguageScope } from "./language-scopes.ts";
import { wordsOf } from "./words.ts";

export interface Statement extends Pick<Assertion, "wanted" | "unwanted" | "verb"> {
  readonly rule: Rule;
  readonly options: ReadonlyMap<string, string>;
  readonly clause: Clause;
  readonly scope: LanguageScope;
}

/** Statements that may contradict each other, in groups. */
export interface Statements {
  /** Yields, for each subject that statements prohibit and others recommend, these statements. */
  readonly findOpposed: () => Iterable<{ readonly inFavour: readonly Statement[]; readonly against: readonly Statement[] }>;
  /** Yields, for each topic, the statements that name one of its exclusive options. */
  readonly findOptions: () => Iterable<{ readonly topic: string; readonly statements: readonly Statement[] }>;
}

/** Reads the statements of rules. Only locations are stored: lines whose statements are compared are parsed again. */
export function readStatements(rules: readonly Rule[], onProgress?: ProgressListener): Statements {
  const prohibited = new LineIndex();
  const recommended = new LineIndex();
  const imperatives = new LineIndex();
  const byTopic = new LineIndex();
  const topics = new Set<string>();
  const verbs = new Set<string>();
  for (const [number, rule] of rules.entries()) {
    onProgress?.({ step: "Comparing rules", done: number, total: rules.length });
    for (const line of readLines(rule.content)) {
      const location = { rule: number, start: line.start };
      if (mayInstruct(line.text)) {
        for (const { wanted, unwanted, verb, options } of statementsIn({ rule, line }, findAssertions)) {
          if (wanted !== "") recommended.add(hashOf(wanted), location);
          if (unwanted !== "") prohibited.add(hashOf(unwanted), location);
          if (verb !== "") verbs.add(verb);
          for (const topic of options.keys()) {
            topics.add(topic);
            byTopic.add(hashOf(topic), location);
          }
        }
      }
      const verb = line.isHeading || line.stance !== undefined ? "" : verbOf(line.text);
      if (verb !== "") imperatives.add(hashOf(verb), location);
    }
  }
  for (const [location, ruleLine] of linesAt(rules, imperatives.linesOf([...verbs].map(hashOf)))) {
    for (const { wanted } of statementsIn(ruleLine, findImperativeAssertions)) recommended.add(hashOf(wanted), location);
  }
  return {
    *findOpposed() {
      const hashes = [...prohibited.hashes()].filter((hash) => recommended.has(hash));
      const recommending = new RuleLines(rules, recommended, hashes);
      const prohibiting = new RuleLines(rules, prohibited, hashes);
      for (const hash of hashes) {
        const lines = recommending.of(hash);
        const against = prohibiting.of(hash).flatMap((line) => [...statementsIn(line, findAssertions)]);
        for (const [subject, statements] of Map.groupBy(against, ({ unwanted }) => unwanted)) {
          if (subject === "" || hashOf(subject) !== hash) continue;
          const inFavour = lines.flatMap((line) => recommendationOf(line, subject) ?? []);
          if (inFavour.length > 0) yield { inFavour, against: statements };
        }
      }
    },
    *findOptions() {
      const lines = new RuleLines(rules, byTopic, [...topics].map(hashOf));
      for (const topic of topics) {
        const statements = lines.of(hashOf(topic)).flatMap((line) => [...statementsIn(line, findAssertions)]);
        yield { topic, statements: statements.filter(({ options }) => options.has(topic)) };
      }
    },
  };
}

const subjectsOf = new WeakMap<Rule, ReadonlySet<string>>();

/**
 * Returns what a rule recommends, prohibits and chooses, as keys. Two rules without a common key do not contradict each
 * other. The keys of a rule are read once.
 */
export function readSubjects(rule: Rule): ReadonlySet<string> {
  const known = subjectsOf.get(rule);
  if (known !== undefined) return known;
  const subjects = new Set<string>();
  for (const line of readLines(rule.content)) {
    for (const find of mayInstruct(line.text) ? [findAssertions, findImperativeAssertions] : [findImperativeAssertions]) {
      for (const { wanted, unwanted, options } of statementsIn({ rule, line }, find)) {
        for (const key of [wanted, unwanted, ...options.keys()]) if (key !== "") subjects.add(key);
      }
    }
  }
  subjectsOf.set(rule, subjects);
  return subjects;
}

function recommendationOf(line: RuleLine, subject: string): Statement | undefined {
  for (const find of [findAssertions, findImperativeAssertions]) {
    for (const statement of statementsIn(line, find)) if (statement.wanted === subject) return statement;
  }
  return undefined;
}

class RuleLines {
  readonly #index: LineIndex;
  readonly #lines = new Map<string, RuleLine>();

  constructor(rules: readonly Rule[], index: LineIndex, hashes: readonly number[]) {
    this.#index = index;
    for (const [location, line] of linesAt(rules, index.linesOf(hashes))) this.#lines.set(keyOf(location), line);
  }

  of(hash: number): readonly RuleLine[] {
    return this.#index.linesOf([hash]).flatMap((location) => this.#lines.get(keyOf(location)) ?? []);
  }
}

function keyOf({ rule, start }: LineLocation): string {
  return `${rule}:${start}`;
}

/** Reads the lines at some locations, each rule once from its start: the lines above give a line its meaning. */
function* linesAt(rules: readonly Rule[], locations: readonly LineLocation[]): Iterable<readonly [LineLocation, RuleLine]> {
  const inOrder = locations.toSorted((one, other) => one.rule - other.rule);
  for (const [number, found] of Map.groupBy(inOrder, (location) => location.rule)) {
    const rule = rules[number];
    if (rule === undefined) continue;
    const byStart = new Map(found.map((location) => [location.start, location]));
    for (const line of readLines(rule.content)) {
      const location = byStart.get(line.start);
      if (location !== undefined) yield [location, { rule, line }];
    }
  }
}

interface RuleLine {
  readonly rule: Rule;
  readonly line: Line;
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
