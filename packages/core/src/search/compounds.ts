import { characterKinds, kindOf } from "./character-kind.ts";
import { isFunctionWord } from "./function-words.ts";
import type { SparseCorpus } from "./sparse-corpus.ts";
import { eachTerm } from "./tokenize.ts";

/** What stands between the words of a German compound. */
const links = ["", "s", "n", "en", "es"];
/** The length of the shortest word of a compound. Shorter ones are too often endings. */
const minPart = 4;
/** How far apart two words of a text are that could be one word in a rule. Function words do not count. */
const maxDistance = 2;

/** How much a compound counts that contains a word of a query, and a part of a word that is a compound. */
export const compoundFactor = 0.7;

/**
 * Finds the terms of a corpus that say the same as a word of a text that no rule contains: compounds of the word and one near
 * it, such as `rechnungsbetrag` for `Betrag der Rechnung` or `database` for `data base`, and the parts of a compound.
 */
export class CompoundFinder {
  readonly #text: string;
  readonly #corpus: Pick<SparseCorpus, "frequencyOf">;
  #near: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(text: string, corpus: Pick<SparseCorpus, "frequencyOf">) {
    this.#text = text;
    this.#corpus = corpus;
  }

  /** Returns the terms that count as a word. The best one of them counts. */
  find(word: string): readonly string[] {
    if (!isPart(word)) return [];
    this.#near ??= nearWords(this.#text);
    const near = [...(this.#near.get(word) ?? [])];
    const joined = near.flatMap((other) => links.flatMap((link) => [`${word}${link}${other}`, `${other}${link}${word}`]));
    const known = [...new Set(joined)].filter((term) => this.#corpus.frequencyOf(term) > 0);
    return known.length > 0 ? known : this.#split(word);
  }

  /** Splits a word into two terms of the corpus. Empty if it is no compound of such terms. */
  #split(word: string): readonly string[] {
    for (let end = word.length - minPart; end >= minPart; end -= 1) {
      const first = word.slice(0, end);
      if (this.#corpus.frequencyOf(first) === 0) continue;
      const second = withoutLink(word.slice(end)).find((rest) => this.#corpus.frequencyOf(rest) > 0);
      if (second !== undefined) return [first, second];
    }
    return [];
  }
}

function withoutLink(rest: string): readonly string[] {
  return links.flatMap((link) =>
    rest.startsWith(link) && rest.length - link.length >= minPart ? [rest.slice(link.length)] : [],
  );
}

/** The words near each word of a text. */
function nearWords(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const words: string[] = [];
  eachTerm(text, (token) => {
    if (!isFunctionWord(token)) words.push(token);
  });
  const near = new Map<string, Set<string>>();
  for (const [at, word] of words.entries()) {
    if (!isPart(word)) continue;
    const known = near.get(word) ?? new Set<string>();
    near.set(word, known);
    for (const other of words.slice(Math.max(0, at - maxDistance), at + maxDistance + 1))
      if (other !== word && isPart(other)) known.add(other);
  }
  return near;
}

/** Whether a word consists of letters of a script with spaces between words, and is long enough. */
function isPart(word: string): boolean {
  return word.length >= minPart && /^\p{L}+$/u.test(word) && kindOf(word.codePointAt(0) as number) < characterKinds.pair;
}
