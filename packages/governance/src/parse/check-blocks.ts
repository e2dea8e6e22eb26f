import type { MatchDocument, PolicyDocument } from "@precept/contract/policy";
import type { Diagnostic } from "@precept/core";
import type { Policy, PolicyMatch } from "../model/policy.ts";
import { checkAlternatives, checkPolicy } from "./check-policy.ts";
import { checkConditions } from "./check-conditions.ts";
import { checkReach } from "./check-reach.ts";
import type { PolicyLocations } from "./policy-locations.ts";

/** Checks, in the match of a policy and in each of its blocks, what the schema cannot check. */
export function* checkBlocks(
  policy: Policy,
  document: Pick<PolicyDocument, "match" | "sequence">,
  locations: PolicyLocations,
): Iterable<Diagnostic> {
  for (const { match, written, path } of allBlocksOf(policy, document)) {
    const isWhole = match === policy.match;
    const own = isWhole ? locations : locationsWithin(locations, path);
    const block = isWhole ? policy : withoutTexts({ ...policy, match });
    yield* checkConditions(block, own);
    yield* checkReach(block, own);
    const invalidAlternatives = [...checkAlternatives(written, policy.id, own)];
    yield* invalidAlternatives.length > 0 ? invalidAlternatives : checkPolicy(block, own);
  }
}

interface Block {
  readonly match: PolicyMatch;
  readonly written: MatchDocument;
  readonly path: readonly PropertyKey[];
}

/** Yields the match of a policy, the blocks of its sequence, and all nested blocks. */
function* allBlocksOf({ match, sequence }: Policy, document: Pick<PolicyDocument, "match" | "sequence">): Iterable<Block> {
  yield* blocksOf(match, document.match ?? {}, ["match"]);
  for (const key of ["after", "unless"] as const) {
    const block = sequence?.[key];
    if (block !== undefined) yield* blocksOf(block, document.sequence?.[key] ?? {}, ["sequence", key]);
  }
}

function* blocksOf(match: PolicyMatch, written: MatchDocument, path: readonly PropertyKey[]): Iterable<Block> {
  yield { match, written, path };
  for (const key of ["all", "any", "absent"] as const) {
    const documents = written[key];
    for (const [at, inner] of match[key].entries()) {
      const isList = Array.isArray(documents);
      const document = isList ? documents[at] : documents;
      yield* blocksOf(inner, document ?? {}, isList ? [...path, key, at] : [...path, key]);
    }
  }
}

/** Removes message, suggestion and fix, which are checked with the whole match. */
function withoutTexts({ suggestion: _suggestion, fix: _fix, ...policy }: Policy): Policy {
  return { ...policy, message: "" };
}

/** Locates the parts of a block as if it were the whole match. */
function locationsWithin(locations: PolicyLocations, block: readonly PropertyKey[]): PolicyLocations {
  const within = (path: readonly PropertyKey[]): readonly PropertyKey[] =>
    path[0] === "match" ? [...block, ...path.slice(1)] : path;
  return {
    locationOf: (path) => locations.locationOf(within(path)),
    locationOfKey: (path) => locations.locationOfKey(within(path)),
  };
}
