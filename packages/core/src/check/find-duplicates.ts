import type { Conflict } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { haveCommonAudience } from "./can-apply-together.ts";
import { canBeSimilar, similarity, computeSignature, type MinHashSignature } from "./min-hash.ts";

/** How much of two texts has to be the same, for them to be near-duplicates. */
const minSimilarity = 0.9;

/** Texts shorter than this, in characters, are alike by chance. */
const minLength = 24;

/** How many other rules are looked at for each: among thousands of copies the first few tell all. */
const maxComparisons = 8;

interface NormalisedText {
  readonly rule: Rule;
  /** With every white space as one space. */
  readonly text: string;
}

/**
 * Finds rules that say the same, but for white space, or nearly the same, and that one person with one tool can have both of. The work grows with
 * the length of the texts, not with the number of pairs: only rules whose fingerprints meet are compared.
 */
export function findDuplicates(rules: readonly Rule[]): readonly Conflict[] {
  const groups = new Map<string, NormalisedText[]>();
  for (const rule of rules) {
    const plain = rule.content.trim().replace(/\s+/g, " ");
    if (plain.length < minLength) continue;
    const group = groups.get(plain);
    if (group === undefined) groups.set(plain, [{ rule, text: plain }]);
    else group.push({ rule, text: plain });
  }
  const exact = [...groups.values()].flatMap(exactDuplicates);
  return [...exact, ...findNearDuplicates([...groups.values()].flatMap(([first]) => first ?? []))];
}

/** One conflict for all rules with one text, as far as they have an audience in common with the first. */
function exactDuplicates(group: readonly NormalisedText[]): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  for (let left = group; left.length > 1;) {
    const [first, ...others] = left as [NormalisedText, ...NormalisedText[]];
    const together = others.filter(({ rule }) => haveCommonAudience(first.rule, rule));
    if (together.length > 0) conflicts.push(conflictOf([first, ...together], "have the same text"));
    // Each rule that could not be with the first one has its turn, as long as that is soon over.
    left = conflicts.length < maxComparisons ? others.filter((one) => !together.includes(one)) : [];
  }
  return conflicts;
}

function findNearDuplicates(texts: readonly NormalisedText[]): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  const buckets = new Map<number, { readonly text: NormalisedText; readonly sketch: MinHashSignature }[]>();
  for (const text of texts) {
    const sketch = computeSignature(text.text);
    if (sketch === undefined) continue;
    const tried = new Set<NormalisedText>();
    let isTold = false;
    for (const band of sketch.bands) {
      const bucket = buckets.get(band);
      for (const other of bucket ?? []) {
        if (isTold || tried.size >= maxComparisons || tried.has(other.text) || !haveCommonAudience(text.rule, other.text.rule))
          continue;
        tried.add(other.text);
        const alike = canBeSimilar(sketch, other.sketch) ? similarity(sketch, other.sketch) : 0;
        if (alike < minSimilarity) continue;
        conflicts.push(conflictOf([other.text, text], `have ${Math.floor(alike * 100)} % of their text in common`));
        isTold = true;
      }
      if (bucket === undefined) buckets.set(band, [{ text, sketch }]);
      else if (bucket.length < maxComparisons) bucket.push({ text, sketch });
    }
  }
  return conflicts;
}

function conflictOf(texts: readonly NormalisedText[], what: string): Conflict {
  const rules = texts.map(({ rule }) => rule);
  const names = rules.map(({ name }) => name);
  const shown = names.slice(0, 3).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  const list = rest > 0 ? `${shown.join(", ")} and ${rest} more rules` : shown.join(" and ").replace(/ and (?=.* and )/, ", ");
  return {
    kind: "duplicateContent",
    ids: rules.map(({ id }) => id),
    names,
    detail: `${list} ${what}.`,
    locations: rules.map(({ id, origin, content }) => ({
      id,
      ...(origin.path !== undefined && { file: origin.path }),
      start: 0,
      end: content.length,
      quote: "",
    })),
  };
}
