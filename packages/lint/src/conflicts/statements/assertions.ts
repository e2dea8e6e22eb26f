import type { Clause } from "./clauses.ts";
import { stemOf, subjectOf, wordsOf } from "./words.ts";

/** What a clause recommends or prohibits. */
export interface Assertion {
  /** The subject of the recommendation, see {@link subjectOf}; empty if there is none. */
  readonly wanted: string;
  readonly unwanted: string;
  /** The verb of the prohibition, if it has one: `Commit to main` is the opposite of `Never commit to main`. */
  readonly verb: string;
  /** The text that may name an exclusive option; empty for prohibitions. */
  readonly optionText: string;
}

const lead = /^(?:please|you|we|and|also|then|so|instead|rule(?: \d+)?:?)\s+/i;
const against =
  /^(?:(?:never(?: ever)?|do not(?: ever)?|don['’]?t(?: ever)?|avoid|no|must not|mustn['’]t|must never|should not|shouldn['’]t|should never|shall not|cannot|can['’]t|may not|refrain from|stay away from|steer clear of|omit|forbid|ban|disallow|eschew)\s+|[❌✗✘🚫⛔]\uFE0F?\s*)(?=\S)/iu;
const inFavour =
  /^(?:always|must(?: always)?|should(?: always)?|shall|use|using|prefer|ensure|make sure (?:to|that)?|require|adopt|employ|utili[sz]e|choose|favou?r|opt for|stick (?:to|with)|only use|default to)\s+(?=\S)/i;
/** Without exception. */
const strictlyFor = /^(?:always|must)\b/i;
const strictlyAgainst = /^(?:never|do not|don|must not|mustn|must never|no)\b/i;
/** Prohibitions and obligations that a verb follows. */
const beforeVerb = /^(?:never|do not|don|must|mustn|should|shouldn|shall|cannot|can['’]t|may|refrain)/i;
/** Other verbs at the start of an instruction that may name an exclusive option. */
const instructs =
  /^(?:write|add|indent|format|keep|name|end|run|install|test|implement|manage|style|place|set|limit|max(?:imum)?|wrap|answer|respond|reply)\b/i;
/** `Components must not …`. */
const subjectFirst =
  /^(?!(?:there|it|this|that)\b)(.{2,60}?)\s+(?:(must not|mustn['’]t|should not|shouldn['’]t|must never|should never|shall not|may not|cannot|can['’]t)|(must always|must|should always|should|shall))\s+(?:be used\b)?\s*(.*)$/i;
const forbidden =
  /^(.{2,60}?)\s+(?:is|are)\s+(?:strictly\s+)?(?:forbidden|not allowed|banned|prohibited|discouraged|disallowed)$/i;
const endsForbidden = /(?:forbidden|allowed|banned|prohibited|discouraged)$/i;
/** A preference: `X over Y`, `X instead of Y`. */
const comparison = /^(.+?),?\s+(?:over|instead of|rather than|(?:and\s+)?not)\s+(.+)$/i;
const inFavourOf = /^(.+?)\s+in favou?r of\s+(.+)$/i;
/** Words that limit an instruction. */
const hedge =
  /\b(?:unless|except|only|if|when|until|outside|sparingly|over-?use|excessive(?:ly)?|unnecessar(?:y|ily)|too many|too much|where appropriate|as needed|either|both|just|blindly|alone|without)\b/i;
const softener = /[,\s]+(?:where|when|whenever|wherever|if|as much as) (?:ever )?possible\b/gi;
/** The first word is missing, for example because it was a tag. */
const dangling = /^(?:for|in|on|to|of|with|from|by|at|and|or)\b/i;
const prepositions = /\s(?:for|in|on|to|of|with|from|inside|during|between|within|before|after|at|as|into)(?=\s)/gi;

/** The maximum number of words of a subject. Longer subjects are too specific to compare. */
const maxWords = 6;
/** Words that are too vague to be a subject alone. */
const vague = new Set(
  "code fil function thing chang new them it so way other data nam need proper good best clear simpl consistent follow avoid typ on".split(
    " ",
  ),
);

/** Prefilter: matches every line that recommends or prohibits something in other words than an imperative verb. */
const signalWord =
  /n['’]t\b|\b(?:never|dont|no|not|avoid|refrain|away|clear|omit|ban|forbid|disallow|eschew|always|must|should|shall|us(?:e|ing)|prefer|ensure|sure|require|adopt|employ|utili[sz]e|choose|favou?r|opt|stick|default|forbidden|allowed|banned|prohibited|discouraged|disallowed)\b|[❌✗✘🚫⛔]/iu;

/** Whether a line may contain an assertion, see {@link findAssertions}. */
export function mayInstruct(line: string): boolean {
  return signalWord.test(line) || instructs.test(line);
}

/** Yields the assertions of a clause, in all forms in which its opposite can occur. */
export function* findAssertions(clause: Clause): Iterable<Assertion> {
  const sentence = sentenceOf(clause);
  if (sentence === undefined) return;
  const [no] = against.exec(sentence) ?? (clause.stance === "against" && !inFavour.test(sentence) ? [""] : []);
  if (no !== undefined) {
    const rest = sentence.slice(no.length);
    const hasVerb = beforeVerb.test(no) || (no !== "" && /^[a-z]+ing\b/i.test(rest));
    if (!dangling.test(rest)) yield* prohibit(rest, hasVerb, strictlyAgainst.test(no));
    return;
  }
  const [, banned] = endsForbidden.test(sentence) ? (forbidden.exec(sentence) ?? []) : [];
  if (banned !== undefined) yield* prohibit(banned, false, true);
  else if (inFavour.test(sentence)) yield* recommend(sentence);
  else yield* readOtherForms(sentence, clause);
}

/** Yields the assertions of a clause that begins with a verb: `Commit to main`. */
export function* findImperativeAssertions(clause: Clause): Iterable<Assertion> {
  const sentence = sentenceOf(clause);
  if (sentence === undefined || hedge.test(sentence)) return;
  yield* assertion({ wanted: sentence, choosing: sentence });
  yield* generalise(sentence);
}

/** The first word of a line, as a verb. Empty for a single word, which is a title. */
export function verbOf(line: string): string {
  return stemOf(/^[*_]{0,3}([a-z]+)(?=[*_]{0,3}[\s-]+\S)/i.exec(line)?.[1]?.toLowerCase() ?? "");
}

/** Removes filler words and examples from a clause. Undefined if it has exceptions. */
function sentenceOf(clause: Clause): string | undefined {
  const text = clause.text.replace(lead, "").replace(softener, "");
  const bracket = text.indexOf("(");
  if (bracket < 0) return text;
  // Text in brackets is an example or an exception.
  return hedge.test(text.slice(bracket)) ? undefined : text.replace(/\s*\([^)]*\)?/g, "").trim();
}

function* readOtherForms(sentence: string, clause: Clause): Iterable<Assertion> {
  const [, subject, no, yes, rest = ""] = subjectFirst.exec(sentence) ?? [];
  if (subject !== undefined && no !== undefined) yield* prohibit(`${subject} ${rest}`, false, false);
  else if (hedge.test(sentence)) return;
  else if (subject !== undefined) {
    yield* assertion({ wanted: `${subject} ${rest}` });
    if (strictlyFor.test(yes ?? "")) yield* assertion({ wanted: rest, isStrict: true });
  } else if (!clause.isHeading && instructs.test(sentence)) yield* assertion({ choosing: sentence });
}

function* prohibit(rest: string, hasVerb: boolean, isStrict: boolean): Iterable<Assertion> {
  const [, bad, good] = inFavourOf.exec(rest) ?? [];
  if (bad !== undefined && good !== undefined) yield* assertion({ wanted: good, unwanted: bad });
  else if (!hedge.test(rest)) {
    yield* assertion({ unwanted: rest, hasVerb });
    if (isStrict) yield* assertion({ unwanted: rest, isStrict });
    for (const part of splitListedItems(rest)) yield* assertion({ unwanted: part });
  }
}

function* recommend(sentence: string): Iterable<Assertion> {
  let rest = sentence;
  for (let opener = inFavour.exec(rest); opener !== null; opener = inFavour.exec(rest)) rest = rest.slice(opener[0].length);
  if (hedge.test(rest)) return;
  const [, good, bad] = comparison.exec(rest) ?? [];
  if (good !== undefined && bad !== undefined) {
    yield* assertion({ wanted: good, unwanted: bad, choosing: sentence.slice(0, sentence.length - bad.length) });
    return;
  }
  yield* assertion({ wanted: rest, choosing: sentence });
  if (strictlyFor.test(sentence)) yield* generalise(rest);
  if (!/\bor\b/.test(rest)) for (const part of splitListedItems(rest)) yield* assertion({ wanted: part });
}

/** Yields the assertion without phrases of place and time: doing something somewhere contradicts never doing it. */
function* generalise(sentence: string): Iterable<Assertion> {
  for (const { index } of sentence.matchAll(prepositions)) yield* assertion({ wanted: sentence.slice(0, index), isStrict: true });
  yield* assertion({ wanted: sentence, isStrict: true });
}

/** Splits a list of short items. Empty if the text is not such a list. */
function splitListedItems(text: string): readonly string[] {
  const parts = text.split(/,\s*(?:and |or )?|\s+(?:and|or)\s+/);
  const isPlain = parts.length > 1 && parts.every((part) => part.split(" ").length <= 3);
  return isPlain && text.search(prepositions) < 0 ? parts : [];
}

interface AssertionParts {
  readonly wanted?: string;
  readonly unwanted?: string;
  readonly choosing?: string;
  readonly hasVerb?: boolean;
  /** Whether to compare it only with other strict assertions. */
  readonly isStrict?: boolean;
}

function* assertion({
  wanted = "",
  unwanted = "",
  choosing = "",
  hasVerb = false,
  isStrict = false,
}: AssertionParts): Iterable<Assertion> {
  const mark = isStrict ? "! " : "";
  const found = {
    wanted: keyOf(wordsOf(wanted), mark),
    unwanted: keyOf(wordsOf(unwanted), mark),
    verb: hasVerb ? verbOf(`${unwanted} .`) : "",
    optionText: choosing,
  };
  if (found.wanted !== "" || found.unwanted !== "" || choosing !== "") yield found;
}

function keyOf(words: readonly string[], mark: string): string {
  if (words.length > maxWords || words.every((word) => vague.has(word) || word.length < 2)) return "";
  return mark + subjectOf(words);
}
