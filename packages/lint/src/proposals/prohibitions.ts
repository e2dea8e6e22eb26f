import type { Clause } from "../conflicts/statements/clauses.ts";

/** What a sentence prohibits, in its own words. */
export interface Prohibition {
  /** The sentence, as the rule writes it, without emphasis. */
  readonly sentence: string;
  readonly verb: string;
  /** What is prohibited, without the verb and with code in backticks. */
  readonly part: string;
  /** The code that is prohibited: what is in backticks, or looks like code. Empty if it is in words. */
  readonly codes: readonly string[];
  /** The word after the code: `types`, `package`. Empty if there is none. */
  readonly noun: string;
  /** The path or glob to which the sentence is limited. */
  readonly where: string | undefined;
  /** The code that the sentence recommends instead. */
  readonly instead: string | undefined;
}

/** Why a sentence that prohibits something cannot be looked for. */
export type Unusable = "exception" | "unclear";

const lead = /^(?:please|you|we|and|also|then|so|instead)\s+/i;
const against =
  /^(?:(?:never(?: ever)?|do not(?: ever)?|don['’]t(?: ever)?|avoid|no|must not|mustn['’]t|must never|should not|shouldn['’]t|should never|cannot|can['’]t|may not|refrain from|forbid|ban|disallow)\s+|[❌✗✘🚫⛔]\uFE0F?\s*)/iu;
/** Words that a verb follows. Without one, they continue the sentence before: `use .ts, never .js`. */
const beforeVerb = /^(?:never|do not|don|must|mustn|should|shouldn|cannot|can['’]t|may|refrain)/i;
const comparison = /^(?:always\s+)?(?:use|prefer)\s+(.+?),?\s+(?:over|instead of|rather than|(?:and\s+)?not|never)\s+(.+)$/i;
const forbidden = /^(.+?)\s+(?:is|are)\s+(?:strictly\s+)?(?:forbidden|not allowed|banned|prohibited|disallowed)$/i;
const hedge =
  /\b(?:unless|except|only|if|when|until|outside|sparingly|over-?use|excessive(?:ly)?|unnecessar(?:y|ily)|too many|too much|where appropriate|as needed|either|both|just|blindly|alone|without|other than|directly)\b/i;

/** A place of code in a sentence, by its number. */
const slot = String.raw`\uE000\d+\uE000`;
const verbs =
  "using|use|calling|call|importing|import|adding|add|running|run|executing|execute|writing|write|editing|edit|modifying|modify|changing|change|touching|touch|updating|update|deleting|delete|installing|install|creating|create|declaring|declare|introducing|introduce|leaving|leave";
const nouns =
  "statements?|types?|functions?|calls?|hooks?|files?|imports?|packages?|librar(?:y|ies)|dependenc(?:y|ies)|modules?|directives?|comments?|assertions?|keyword|operators?|selectors?|declarations?|attributes?|props?|methods?|tags?|elements?|commands?|folders?|director(?:y|ies)|macros?|annotations?|decorators?|enums?|classes";
const strict = new RegExp(
  `^(?:(?<verb>${verbs})\\s+)?(?:from\\s+|on\\s+|to\\s+)?(?:(?:the|any|a|an|raw|all|your)\\s+)?(?<codes>${slot}(?:(?:\\s*,\\s*(?:(?:or|and)\\s+)?|\\s+(?:or|and|nor)\\s+|\\s*/\\s*)${slot})*)(?:\\s+(?<noun>${nouns}))?` +
    `(?:\\s+(?:in|inside|within|under)\\s+(?:the\\s+)?(?<where>${slot})(?:\\s+(?:folder|directory|files?|code|modules?))?)?(?:\\s+(?:anywhere|at all|in (?:(?:new|production|any|our|the|your)\\s+)?(?:code|codebase|files?)))?(?:\\s*[,;(–—-](?!\\s*(?:(?:or|and|nor|no)\\s+)?(?:the\\s+)?\\uE000).*|\\s+(?:because|since)\\s.*)?$`,
  "isu",
);

const verbFirst = new RegExp(`^(?:${verbs})\\s+`, "i");

/** Text that looks like code without backticks: `console.log`, `foo()`, `@ts-ignore`. */
const bareCode =
  /(?<![\w`./@-])(?:@[a-z][\w-]*|[a-zA-Z_$][\w$]*(?:\.[a-zA-Z_$][\w$]*)+(?:\(\))?|[a-zA-Z_$][\w$]*\(\))(?![\w`/])/g;

/** Reads what a clause prohibits. Undefined if it prohibits nothing. @param source the text that the clause is in. */
export function readProhibition(clause: Clause, source: string): Prohibition | Unusable | undefined {
  const codes: string[] = [];
  const written = source.slice(clause.start, clause.end).trim();
  const take = (code: string): string => `\uE000${codes.push(code) - 1}\uE000`;
  const marked = written
    .replace(/`([^`\n]+)`/g, (_, code: string) => take(code.trim()))
    .replace(/\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)/g, "")
    .replace(bareCode, (code) => take(code));
  const restored = (text: string): string =>
    text.replace(/\uE000(\d+)\uE000/g, (_, at: string) => `\`${codes[Number(at)] ?? ""}\``);
  const sentence = marked.replace(lead, "").trim();
  const found = findPart(sentence, clause.stance === "against");
  if (found === undefined) return undefined;
  if (hedge.test(found.part)) return "exception";
  const match = strict.exec(found.part)?.groups ?? {};
  const isContinued = found.needsVerb && !verbFirst.test(found.part);
  if (codes.length > 0 && (isContinued || match["codes"] === undefined)) return "unclear";
  const codeIn = (text: string | undefined): readonly string[] =>
    [...(text ?? "").matchAll(/\uE000(\d+)\uE000/g)].map(([, at]) => codes[Number(at)] ?? "");
  return {
    sentence: restored(marked),
    part: restored(found.part.replace(verbFirst, "")),
    verb: (match["verb"] ?? "").toLowerCase(),
    codes: codeIn(match["codes"]),
    noun: (match["noun"] ?? "").toLowerCase(),
    where: codeIn(match["where"])[0],
    instead: codeIn(found.instead)[0],
  };
}

/** Returns the part of a sentence that says what must not be. */
function findPart(sentence: string, isListed: boolean): Part | undefined {
  const [opening] = against.exec(sentence) ?? [];
  if (opening !== undefined) return { ...splitInstead(sentence.slice(opening.length)), needsVerb: beforeVerb.test(opening) };
  const [, good, bad] = comparison.exec(sentence) ?? [];
  if (good !== undefined && bad !== undefined) return { part: bad, instead: good, needsVerb: false };
  const [, banned] = forbidden.exec(sentence) ?? [];
  if (banned !== undefined) return { part: banned, needsVerb: false };
  return isListed ? { ...splitInstead(sentence), needsVerb: false } : undefined;
}

interface Part {
  readonly part: string;
  readonly instead?: string;
  /** Whether the part has to begin with a verb. */
  readonly needsVerb: boolean;
}

/** `… use A instead`, `… in favour of A`. */
function splitInstead(part: string): Omit<Part, "needsVerb"> {
  const [, bad, good] = /^(.+?)(?:\s+in favou?r of|\s*[,;:–—-]+\s*(?:use|prefer))\s+(.+?)(?:\s+instead)?$/i.exec(part) ?? [];
  return bad === undefined || good === undefined ? { part } : { part: bad, instead: good };
}
