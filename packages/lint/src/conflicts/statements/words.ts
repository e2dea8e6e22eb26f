/** Words without meaning for the comparison of instructions. */
const stopWords = new Set(
  (
    "a an the this that these those your our its their of to in on at by with from into as is are be it them you we they there please just " +
    "ever also directly strictly explicitly really simply generally typically usually all every and or own whenever wherever possible throughout"
  ).split(" "),
);

/** Verbs with about the same meaning: `use`, `write` and `add` something are the same instruction. */
const weakVerbs = new Set(
  "use prefer write add have include create apply employ adopt choose utilize utilise favor favour make do ensure introduce rely opt stick go default"
    .split(" ")
    .map(stemOf),
);

const word = /[\p{L}\p{N}][\p{L}\p{N}_.'’/+#@$-]*[\p{L}\p{N}+#]|[\p{L}\p{N}$_@#]/gu;

/** The stems of the meaningful words of a text, in order, without a leading weak verb. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [found] of text.toLowerCase().matchAll(word)) {
    if (stopWords.has(found)) continue;
    const stem = stemOf(found);
    if (words.length > 0 || !weakVerbs.has(stem)) words.push(stem);
  }
  // `any` is a type if it is alone or last; before other words it has no meaning.
  return words.filter((one, at) => one !== "any" || at === words.length - 1 || words[at + 1] === "typ");
}

/** The subject of an instruction: the same text for the same words in any order. */
export function subjectOf(words: readonly string[]): string {
  return [...new Set(words)].toSorted().join(" ");
}

/** A simple English stemmer: `exports` becomes `export`, `committing` becomes `commit`. */
export function stemOf(written: string): string {
  if (written.length < 4 || /[^a-z]/.test(written)) return written.replace(/['’]s$/, "");
  let stem = written;
  if (stem.endsWith("ies")) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith("s") && !/(?:ss|us|is)$/.test(stem))
    stem = /(?:ch|sh|x|ss)es$/.test(stem) ? stem.slice(0, -2) : stem.slice(0, -1);
  const bare = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(stem)?.[1];
  if (bare !== undefined && bare.length >= 3) stem = /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
  else if (stem === "using" || stem === "used") stem = "use";
  return stem.length > 3 ? stem.replace(/e$/, "") : stem;
}
