import { checkGlob, isExclusion, nearestNames, type Diagnostic } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { letterCases } from "../evaluate/letter-case.ts";
import { patternOf } from "../evaluate/policy-pattern.ts";
import { placeholdersOf, referencesOf } from "../evaluate/template.ts";
import { wordsOf } from "../evaluate/violation.ts";
import type { PolicyDocument } from "../model/policy-schema.ts";
import type { Expression, Policy } from "../model/policy.ts";
import { findForeign, translatePattern } from "./pattern-dialect.ts";
import type { PolicyPlaces } from "./policy-places.ts";

type MatchDocument = NonNullable<PolicyDocument["match"]>;

/** What is wrong with a policy whose fields, one by one, are all right. */
export function* checkPolicy(policy: Policy, places: PolicyPlaces): Iterable<Diagnostic> {
  yield* checkGlobs(policy, places);
  const expression = compile(policy);
  if (expression instanceof Error) {
    const place = places.placeOf(["match", "pattern"]);
    yield report("policy/pattern-invalid", place, `The pattern of ${policy.id} is not valid: ${problemOf(expression)}.`);
    return;
  }
  const groups = groupNames(expression);
  if (policy.match.pattern !== undefined) yield* checkPattern(policy, expression, places);
  yield* checkExceptions(policy, expression, places);
  yield* checkFix(policy, groups, places);
  yield* checkPlaceholders(policy, groups, places);
}

/** What is wrong with one of a list of patterns: together, two halves might be right. */
export function* checkAlternatives(match: MatchDocument, id: string, places: PolicyPlaces): Iterable<Diagnostic> {
  if (!Array.isArray(match.pattern)) return;
  for (const [at, written] of match.pattern.entries()) {
    const place = places.placeOf(["match", "pattern", at]);
    const expression = compileOne(translatePattern(written, match.flags));
    if (expression instanceof Error) {
      yield report("policy/pattern-invalid", place, `The pattern of ${id} is not valid: ${problemOf(expression)}.`);
    }
  }
}

function* checkGlobs({ match }: Policy, places: PolicyPlaces): Iterable<Diagnostic> {
  for (const [at, glob] of match.filePatterns.entries()) {
    const problem = checkGlob(isExclusion(glob) ? glob.slice(1) : glob, places.placeOf(["match", "file_patterns", at]));
    if (problem !== undefined) yield problem;
  }
}

/** Undefined for a policy that has nothing to run. */
function compile(policy: Policy): RegExp | Error | undefined {
  const pattern = patternOf(policy);
  return pattern && compileOne(pattern);
}

function compileOne({ source, flags }: Expression): RegExp | Error {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    return error as Error;
  }
}

function problemOf({ message }: Error): string {
  return message.replace(/^Invalid regular expression: /, "");
}

function* checkPattern({ id, match }: Policy, expression: RegExp | undefined, places: PolicyPlaces): Iterable<Diagnostic> {
  const place = places.placeOf(["match", "pattern"]);
  for (const hint of findForeign({ source: match.pattern ?? "", flags: match.flags })) {
    yield report(
      "policy/pattern-dialect",
      place,
      `The pattern of ${id} has a part that does not mean in JavaScript what it seems to.`,
      hint,
    );
  }
  // With an empty text no pattern has anything to try twice.
  if (expression?.test("") === true) yield report("policy/pattern-empty", place);
}

function* checkExceptions({ id, match }: Policy, pattern: RegExp | undefined, places: PolicyPlaces): Iterable<Diagnostic> {
  for (const [at, written] of match.unless.entries()) {
    const place = places.placeOf(["match", "unless", at]);
    const expression = compileOne(written);
    if (expression instanceof Error) {
      yield report("policy/pattern-invalid", place, `The exception of ${id} is not valid: ${problemOf(expression)}.`);
      continue;
    }
    for (const hint of findForeign(written)) {
      yield report(
        "policy/pattern-dialect",
        place,
        `The exception of ${id} has a part that does not mean in JavaScript what it seems to.`,
        hint,
      );
    }
    if (expression.test("")) yield report("policy/unless-all", place);
    if (pattern === undefined) yield report("policy/unless-without-pattern", place);
  }
}

function* checkFix({ id, fix }: Policy, groups: readonly string[] | undefined, places: PolicyPlaces): Iterable<Diagnostic> {
  if (fix === undefined) return;
  const place = places.placeOf(["fix", "replacement"]);
  if (groups === undefined) return yield report("policy/fix-without-pattern", place);
  for (const { name, style } of referencesOf(fix.replacement)) {
    if (!groups.includes(name)) {
      const known = groups.filter((one) => one !== "match");
      const hint =
        known.length === 0 ? "The pattern has no groups; `$&` is the whole match." : `Its groups are ${known.join(", ")}.`;
      yield report(
        "policy/unknown-group",
        place,
        `The fix of ${id} names the group "${name}", which the pattern does not have.`,
        hint,
      );
    }
    if (style !== undefined && !Object.hasOwn(letterCases, style)) yield unknownStyle(style, place);
  }
}

function* checkPlaceholders(policy: Policy, groups: readonly string[] = [], places: PolicyPlaces): Iterable<Diagnostic> {
  const known = [...Object.keys(wordsOf(policy)), "match", "file", "line", ...groups];
  for (const key of ["message", "suggestion"] as const) {
    for (const { name, style } of placeholdersOf(policy[key] ?? "")) {
      const place = places.placeOf([key]);
      // Messages hold code: only what looks much like a name that there is, or a number, is surely meant as a placeholder.
      const near = nearestNames(name, known, 1);
      const isMeant = /^\d+$/.test(name) || near.length > 0;
      if (!known.includes(name) && isMeant) {
        const hint = near.length > 0 ? `Did you mean {${near.join("")}}?` : "The pattern has no such group.";
        yield report("policy/unknown-placeholder", place, `Nothing fills {${name}} in the ${key} of ${policy.id}.`, hint);
      } else if (known.includes(name) && style !== undefined && !Object.hasOwn(letterCases, style)) {
        yield unknownStyle(style, place);
      }
    }
  }
}

function unknownStyle(style: string, place: ReturnType<PolicyPlaces["placeOf"]>): Diagnostic {
  const hint = `Known are ${Object.keys(letterCases).join(", ")}.`;
  return report("policy/unknown-placeholder", place, `"${style}" is not a way to write a placeholder.`, hint);
}

/** The groups of an expression by number and name, and `match`; an expression that always matches has them all. */
function groupNames(expression: RegExp | undefined): readonly string[] | undefined {
  if (expression === undefined) return undefined;
  // Most have none, and to compile one takes longer than to look.
  if (!/\((?!\?)|\(\?<(?![=!])/.test(expression.source)) return ["match"];
  const match = new RegExp(`${expression.source}|`, expression.flags).exec("");
  const numbers = Array.from({ length: (match?.length ?? 1) - 1 }, (_, at) => String(at + 1));
  return [...numbers, ...Object.keys(match?.groups ?? {}), "match"];
}
