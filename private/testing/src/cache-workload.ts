import { createRule, type Rule, type RuleFilter } from "@precept/core";
import { Random } from "./random.ts";

/** The rules of a service with many projects, and how often each is requested. */
export interface CacheWorkload {
  readonly rules: readonly Rule[];
  /** Picks the project of a request. A few projects have most of the requests. */
  pickProject(): string;
  /** Picks the filter of a request, without the tenant. */
  pickFilter(): { readonly shape: number; readonly filter: RuleFilter };
  /** Picks a rule and returns it with another text. */
  editRule(): Rule;
}

const projectCount = 200;
const rulesPerProject = 15;
const sharedRules = 30;

/** Zipf's law: the probability of an item is proportional to its rank to the power of -exponent. */
const projectExponent = 1;
const filterExponent = 0.8;

export function createCacheWorkload(seed: number): CacheWorkload {
  const random = new Random(seed);
  const rules: Rule[] = [];
  for (let index = 0; index < sharedRules; index += 1) rules.push(buildRule(random, `shared-${index}`, undefined));
  for (let project = 0; project < projectCount; project += 1)
    for (let index = 0; index < rulesPerProject; index += 1)
      rules.push(buildRule(random, `rule-${project}-${index}`, `project-${project}`));
  const pickProject = createZipf(projectCount, projectExponent, random);
  const pickShape = createZipf(filters.length, filterExponent, random);
  let edits = 0;
  return {
    rules,
    pickProject: () => `project-${pickProject()}`,
    pickFilter() {
      const shape = pickShape();
      return { shape, filter: filters[shape] ?? {} };
    },
    editRule: () => ({ ...random.pick(rules), content: `Edited text ${(edits += 1)}.` }),
  };
}

const targets = ["claude", "cursor", "copilot"] as const;
const tags = ["topic:tests", "topic:security"] as const;

/** 30 different filters. */
const filters: readonly RuleFilter[] = [undefined, ...targets.slice(0, 2)].flatMap((target) =>
  [undefined, ...tags.slice(0, 1)].flatMap((tag) =>
    [{}, { authority: "absolute" }, { authority: "default" }, { scope: "project" }, { inclusion: "always" }].map(
      (fields): RuleFilter => ({
        ...(fields as RuleFilter),
        ...(target !== undefined && { target }),
        ...(tag !== undefined && { tags: [tag] }),
        status: ["active"],
      }),
    ),
  ),
);

function buildRule(random: Random, name: string, projectId: string | undefined): Rule {
  return createRule({
    id: name,
    name,
    content: `Text of ${name}. ${"Prefer small functions. ".repeat(5 + random.below(10))}`,
    authority: random.chance(0.2) ? "absolute" : "default",
    targets: random.chance(0.7) ? [] : [random.pick(targets)],
    tags: random.chance(0.5) ? [] : [random.pick(tags)],
    ...(projectId !== undefined && { projectId }),
  });
}

/** Returns a function that picks an index below a limit. */
function createZipf(limit: number, exponent: number, random: Random): () => number {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= limit; rank += 1) sums.push((sum += rank ** -exponent));
  return () => {
    const point = (random.below(1e9) / 1e9) * sum;
    const found = sums.findIndex((bound) => point < bound);
    return found === -1 ? limit - 1 : found;
  };
}
