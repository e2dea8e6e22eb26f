/** Words that carry no meaning of their own in an instruction. */
const empty = new Set(
  (
    "a an the this that these those your our its their of to in on at by with from into as is are be it them you we they there please just " +
    "ever also directly strictly explicitly really simply generally typically usually all every and or own whenever wherever possible throughout"
  ).split(" "),
);

/** Verbs that say no more than that something is there: `use`, `write`, `add` a thing are the same instruction. */
const weakVerbs = new Set(
  "use prefer write add have include create apply employ adopt choose utilize utilise favor favour make do ensure introduce rely opt stick go default"
    .split(" ")
    .map(stemOf),
);

const word = /[\p{L}\p{N}][\p{L}\p{N}_.'’/+#@$-]*[\p{L}\p{N}+#]|[\p{L}\p{N}$_@#]/gu;

/** The meaningful words of a piece of an instruction, in their order, without their endings. The verbs that only say `use` are dropped where it begins. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [found] of text.toLowerCase().matchAll(word)) {
    if (empty.has(found)) continue;
    const stem = stemOf(found);
    if (words.length > 0 || !weakVerbs.has(stem)) words.push(stem);
  }
  // `any` is a type where it stands alone or last, and says nothing before other words.
  return words.filter((one, at) => one !== "any" || at === words.length - 1 || words[at + 1] === "typ");
}

/** What an instruction is about: the same text for the same words in another order. */
export function subjectOf(words: readonly string[]): string {
  return [...new Set(words)].toSorted().join(" ");
}

/** A word without the endings of English: enough to see that `exports` are an `export` and `committing` is to `commit`. */
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
