import { globsOverlap } from "../glob/globs-overlap.ts";
import { isExclusion } from "../glob/glob.ts";
import { inclusionTable } from "../model/inclusion.ts";
import type { Json } from "../model/json.ts";
import type { Rule } from "../model/rule.ts";

/**
 * Whether two rules can be part of one answer though nobody asks for either: both always apply, or one always does, or their patterns can match
 * one file; and tools, contexts, people, projects and conditions don't keep them apart. Two rules that only apply when they are asked for, or
 * found, are together by somebody's choice.
 */
export function canApplyTogether(left: Rule, right: Rule): boolean {
  return haveCommonAudience(left, right) && isImplicit(left) && isImplicit(right) && canMatchSameFile(left, right);
}

function isImplicit({ inclusion }: Rule): boolean {
  return inclusionTable[inclusion].isImplicit;
}

/** Whether one person with one tool can have both rules, whichever files they are for. */
export function haveCommonAudience(left: Rule, right: Rule): boolean {
  return (
    listsIntersect(left.targets, right.targets) &&
    listsIntersect(left.contexts, right.contexts) &&
    areCompatible(left.projectId, right.projectId) &&
    areCompatible(left.userId, right.userId) &&
    areCompatible(left.origin.session, right.origin.session) &&
    conditionsAgree(left, right)
  );
}

/** None at all is every one. */
function listsIntersect(left: readonly string[], right: readonly string[]): boolean {
  return left.length === 0 || right.length === 0 || left.some((one) => right.includes(one));
}

function areCompatible(left: string | undefined, right: string | undefined): boolean {
  return left === undefined || right === undefined || left === right;
}

function conditionsAgree(left: Rule, right: Rule): boolean {
  return Object.entries(left.conditions ?? {}).every(([variable, value]) => {
    const other = right.conditions?.[variable];
    return other === undefined || !isPlain(value) || !isPlain(other) || value === other;
  });
}

function isPlain(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

function canMatchSameFile(left: Rule, right: Rule): boolean {
  const [ours, theirs] = [patternsOf(left), patternsOf(right)];
  if (ours === undefined || theirs === undefined) {
    // Where the one needs no reason, it is there whenever the other one is.
    return [left, right].some(
      ({ inclusion, origin }) => inclusionTable[inclusion].trigger === "none" && origin.base === undefined,
    );
  }
  return ours.some((glob) =>
    theirs.some((other) => globsOverlap({ glob, base: left.origin.base }, { glob: other, base: right.origin.base })),
  );
}

/** The patterns of the files that a rule is for; undefined where files have no say. */
function patternsOf({ inclusion, globs }: Rule): readonly string[] | undefined {
  const { trigger } = inclusionTable[inclusion];
  if (trigger === "none") return everything;
  if (trigger !== "files") return undefined;
  // Exclusions alone take away from everything.
  if (globs.length > 0 && globs.every(isExclusion)) return everything;
  return globs.filter((glob) => !isExclusion(glob) && !globs.includes(`!${glob}`));
}

const everything = ["**"];
