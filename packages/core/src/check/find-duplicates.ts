import type { Conflict } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { haveCommonAudience } from "./can-apply-together.ts";
import { canBeSimilar, similarity, computeSignature, type MinHashSignature } from "./min-hash.ts";

/** The minimum similarity of near-duplicates. */
const minSimilarity = 0.9;

/** The minimum length of texts to compare, in characters. Shorter texts can be equal by chance. */
const minLength = 24;

/** The maximum number of rules to compare with each. */
const maxComparisons = 8;

interface NormalisedText {
  readonly rule: Rule;
  /** Its content with single spaces between words. */
  readonly text: string;
}

/**
 * Finds rules with the same or nearly the same text, apart from white space, that can apply for the same user and tool. The time depends on the length
 * of the texts, not on the number of pairs: only rules with a common MinHash band are compared.
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

/** One conflict for rules with the same text and a common audience. */
function exactDuplicates(group: readonly NormalisedText[]): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  for (let remaining = group; remaining.length > 1;) {
    const [first, ...others] = remaining as [NormalisedText, ...NormalisedText[]];
    const together = others.filter(({ rule }) => haveCommonAudience(first.rule, rule));
    if (together.length > 0) conflicts.push(conflictOf([first, ...together], "have the same text"));
    // Compare the rest with each other, up to a limit.
    remaining = conflicts.length < maxComparisons ? others.filter((one) => !together.includes(one)) : [];
  }
  return conflicts;
}

function findNearDuplicates(texts: readonly NormalisedText[]): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  const buckets = new Map<number, { readonly text: NormalisedText; readonly signature: MinHashSignature }[]>();
  for (const text of texts) {
    const signature = computeSignature(text.text);
    if (signature === undefined) continue;
    const compared = new Set<NormalisedText>();
    let isReported = false;
    for (const band of signature.bands) {
      const bucket = buckets.get(band);
      for (const other of bucket ?? []) {
        if (
          isReported ||
          compared.size >= maxComparisons ||
          compared.has(other.text) ||
          !haveCommonAudience(text.rule, other.text.rule)
        )
          continue;
        compared.add(other.text);
        const score = canBeSimilar(signature, other.signature) ? similarity(signature, other.signature) : 0;
        if (score < minSimilarity) continue;
        conflicts.push(conflictOf([other.text, text], `have ${Math.floor(score * 100)} % of their text in common`));
        isReported = true;
      }
      if (bucket === undefined) buckets.set(band, [{ text, signature }]);
      else if (bucket.length < maxComparisons) bucket.push({ text, signature });
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
