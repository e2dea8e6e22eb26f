import type { Rule } from "../../model/rule.ts";
import { choicesIn } from "./exclusive-options.ts";
import { claimsOf, claimsOfImperative, mayInstruct, verbOf, type Claim } from "./assertions.ts";
import { clausesOf, linesOf, type Clause, type Line } from "./clauses.ts";
import { canMeet, territoryOf, type Territory } from "./language-scopes.ts";
import { wordsOf } from "./words.ts";

/** An instruction that could have an opposite. */
export interface Statement extends Pick<Claim, "wanted" | "unwanted" | "verb"> {
  readonly rule: Rule;
  /** By topic, the option that it names. */
  readonly choices: ReadonlyMap<string, string>;
  readonly clause: Clause;
  /** The languages and frameworks that it is for. */
  readonly territory: Territory;
}

/** A line of a rule, to come back to. */
interface Place {
  readonly rule: Rule;
  readonly line: Line;
}

/** What rules say that could have an opposite, by what it is about. */
export interface Statements {
  /** What is ruled out somewhere, and who rules it out. */
  readonly ruledOut: ReadonlyMap<string, readonly Statement[]>;
  /** Who asks for what is ruled out elsewhere. */
  readonly askedFor: (subject: string) => readonly Statement[];
  /** By topic, who chooses one of its options. */
  readonly chosen: ReadonlyMap<string, readonly Statement[]>;
}

/**
 * Reads the instructions of rules. Most things are only asked for and never ruled out: of those no more is kept than the lines where they stand, which
 * are read again where somebody wants to know.
 */
export function readStatements(rules: readonly Rule[]): Statements {
  const ruledOut = new Map<string, Statement[]>();
  const chosen = new Map<string, Statement[]>();
  const wanted = new Map<string, Place[]>();
  const imperatives = new Map<string, Place[]>();
  const verbs = new Set<string>();
  for (const rule of rules) {
    for (const line of linesOf(rule.content)) {
      const place = { rule, line };
      if (mayInstruct(line.text)) {
        for (const statement of statementsIn(place, claimsOf)) {
          if (statement.wanted !== "") addTo(wanted, statement.wanted, place);
          if (statement.unwanted !== "") addTo(ruledOut, statement.unwanted, statement);
          if (statement.verb !== "") verbs.add(statement.verb);
          for (const topic of statement.choices.keys()) addTo(chosen, topic, statement);
        }
      }
      const verb = line.isHeading || line.stance !== undefined ? "" : verbOf(line.text);
      if (verb !== "") addTo(imperatives, verb, place);
    }
  }
  for (const verb of verbs) {
    for (const place of imperatives.get(verb) ?? []) {
      for (const statement of statementsIn(place, claimsOfImperative)) addTo(wanted, statement.wanted, place);
    }
  }
  const askedFor = (subject: string): readonly Statement[] =>
    [...new Set(wanted.get(subject))].flatMap((place) =>
      [...statementsIn(place, claimsOf), ...statementsIn(place, claimsOfImperative)]
        .filter((one) => one.wanted === subject)
        .slice(0, 1),
    );
  return { ruledOut, askedFor, chosen };
}

function addTo<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

function* statementsIn({ rule, line }: Place, claims: (clause: Clause) => Iterable<Claim>): Iterable<Statement> {
  for (const clause of clausesOf(line)) {
    let territory: Territory | undefined;
    for (const { wanted, unwanted, verb, choosing } of claims(clause)) {
      // Where nobody can tell whether it is asked for, only what is ruled out in so many words counts.
      if (clause.stance === "unclear" && unwanted === "") continue;
      const choices = choosing === "" ? none : choicesIn(choosing);
      if (wanted === "" && unwanted === "" && choices.size === 0) continue;
      territory ??= territoryAt(rule, clause);
      yield { rule, wanted, unwanted, verb, choices, clause, territory };
    }
  }
}

const none: ReadonlyMap<string, string> = new Map();

/** What a clause and the headings above it are for; where they don't say, what the rule is for. */
function territoryAt(rule: Rule, { text, label, headings }: Clause): Territory {
  let home = homes.get(rule);
  if (home === undefined) homes.set(rule, (home = territoryOf(`${rule.name.replace(/[-_]/g, " ")} ${rule.description}`)));
  return { ...home, ...territoryOf([text, label, ...headings].join(" ")) };
}

const homes = new WeakMap<Rule, Territory>();

/** Whether two statements may be about the same thing: the languages and labels that they name don't exclude each other. */
export function canBeOpposed(left: Statement, right: Statement): boolean {
  return canMeet(left.territory, right.territory) && labelsMeet(left.clause.label, right.clause.label);
}

function labelsMeet(left: string, right: string): boolean {
  if (left === "" || right === "") return true;
  const words = new Set(wordsOf(left));
  return wordsOf(right).some((word) => words.has(word));
}
