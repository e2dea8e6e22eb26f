import type { Conflict, Rule, ProgressListener } from "@precept/core";
import { haveCommonAudience } from "./can-apply-together.ts";
import { canBeSimilar, hashOf, similarity, computeSignature, type MinHashSignature } from "./min-hash.ts";

const minSimilarity = 0.9;

/** The minimum length of texts to compare, in characters. Shorter texts can be equal by chance. */
const minLength = 24;

/** The maximum number of rules to compare with each. */
const maxComparisons = 8;

/** Finds rules with the same or similar texts for the same agents. Compares only rules that share a MinHash band. */
export function findDuplicates(rules: readonly Rule[], onProgress?: ProgressListener): readonly Conflict[] {
  // By the hash of the text: the texts themselves would take as much memory as the rules.
  const candidates = Map.groupBy(rules, (rule) => {
    const text = normalise(rule);
    return text.length < minLength ? undefined : hashOf(text);
  });
  candidates.delete(undefined);
  const groups = [...candidates.values()].flatMap((group) =>
    group.length === 1 ? [group] : [...Map.groupBy(group, normalise).values()],
  );
  const distinct = groups.flatMap(([first]) => first ?? []);
  return [...groups.flatMap(exactDuplicates), ...findNearDuplicates(distinct, onProgress)];
}

function normalise({ content }: Rule): string {
  return content.trim().replace(/\s+/g, " ");
}

/** One conflict for rules with the same text and a common audience. */
function exactDuplicates(group: readonly Rule[]): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  for (let remaining = group; remaining.length > 1;) {
    const [first, ...others] = remaining as [Rule, ...Rule[]];
    const together = new Set(others.filter((rule) => haveCommonAudience(first, rule)));
    if (together.size > 0) conflicts.push(conflictOf([first, ...together], "have the same text"));
    // Compare the rest with each other, up to a limit.
    remaining = conflicts.length < maxComparisons ? others.filter((one) => !together.has(one)) : [];
  }
  return conflicts;
}

function findNearDuplicates(rules: readonly Rule[], onProgress: ProgressListener | undefined): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  const buckets = new Map<number, { readonly rule: Rule; readonly signature: MinHashSignature }[]>();
  for (const [done, rule] of rules.entries()) {
    onProgress?.({ step: "Searching duplicate rules", done, total: rules.length });
    const signature = computeSignature(normalise(rule));
    if (signature === undefined) continue;
    const compared = new Set<Rule>();
    let isReported = false;
    for (const band of signature.bands) {
      const bucket = buckets.get(band);
      for (const other of bucket ?? []) {
        if (isReported || compared.size >= maxComparisons || compared.has(other.rule) || !haveCommonAudience(rule, other.rule))
          continue;
        compared.add(other.rule);
        const score = canBeSimilar(signature, other.signature) ? similarity(signature, other.signature) : 0;
        if (score < minSimilarity) continue;
        conflicts.push(conflictOf([other.rule, rule], `have ${Math.floor(score * 100)} % of their text in common`));
        isReported = true;
      }
      if (bucket === undefined) buckets.set(band, [{ rule, signature }]);
      else if (bucket.length < maxComparisons) bucket.push({ rule, signature });
    }
  }
  return conflicts;
}

function conflictOf(rules: readonly Rule[], what: string): Conflict {
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
