import { globsOverlap, isExclusion, inclusionTable, type Json, type Rule } from "@precept/core";

/** Whether two rules can apply to one request without being requested: their audiences and files overlap. */
export function canApplyTogether(left: Rule, right: Rule): boolean {
  const areImplicit = [left, right].every(({ inclusion }) => inclusionTable[inclusion].isImplicit);
  return haveCommonAudience(left, right) && areImplicit && canMatchSameFile(left, right);
}

/** Whether both rules can apply for the same user, tool, project and context, regardless of files. */
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

/** An empty list contains everything. */
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
  const [leftGlobs, rightGlobs] = [patternsOf(left), patternsOf(right)];
  if (leftGlobs === undefined || rightGlobs === undefined) {
    // A rule that always applies overlaps with every other rule.
    return [left, right].some(
      ({ inclusion, origin }) => inclusionTable[inclusion].trigger === "none" && origin.base === undefined,
    );
  }
  return leftGlobs.some((glob) =>
    rightGlobs.some((other) => globsOverlap({ glob, base: left.origin.base }, { glob: other, base: right.origin.base })),
  );
}

/** The globs of the files that a rule applies to; undefined if it does not apply by file. */
function patternsOf({ inclusion, globs }: Rule): readonly string[] | undefined {
  const { trigger } = inclusionTable[inclusion];
  if (trigger === "none") return everything;
  if (trigger !== "files") return undefined;
  // A rule with only exclusions includes all other files.
  if (globs.length > 0 && globs.every(isExclusion)) return everything;
  return globs.filter((glob) => !isExclusion(glob) && !globs.includes(`!${glob}`));
}

const everything = ["**"];
