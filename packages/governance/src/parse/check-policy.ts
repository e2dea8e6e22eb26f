import type { MatchDocument } from "@precept/contract/policy";
import { isContextKey } from "@precept/contract/values";
import { nearestNames, type Diagnostic, type SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { patternOf } from "../prepare/policy-pattern.ts";
import { letterCases, placeholdersOf, referencesOf, templateValuesOf } from "../model/template.ts";
import type { Policy, PolicyMatch, SyntaxRule } from "../model/policy.ts";
import { checkDialect, checkExpression, checkGlobs, compile, reportInvalid } from "./check-expression.ts";
import { translatePattern } from "./pattern-dialect.ts";
import type { PolicyLocations } from "./policy-locations.ts";

/** Checks what the schema cannot: globs, patterns, exceptions, and references to groups and placeholders. */
export function* checkPolicy(policy: Policy, locations: PolicyLocations): Iterable<Diagnostic> {
  const { id, match } = policy;
  yield* checkGlobs(match.filePatterns, "file_patterns", locations);
  const pattern = patternOf(policy);
  const expression = pattern && compile(pattern);
  const location = locations.locationOf(["match", "pattern"]);
  if (expression instanceof Error) return yield reportInvalid(`The pattern of ${id}`, expression, location);
  const groups = groupNamesOf(expression) ?? groupsOfBlocks(match);
  if (match.pattern !== undefined) {
    yield* checkDialect(`The pattern of ${id}`, { source: match.pattern, flags: match.flags }, location);
    // Safe before the ReDoS check: on an empty text no pattern can backtrack.
    if (expression?.test("") === true) yield report("policy/pattern-empty", location);
  }
  yield* checkExceptions(policy, expression, locations);
  yield* checkSyntax(policy, locations);
  if (expression === undefined) yield* checkValueConditions(policy, locations);
  yield* checkFix(policy, groups, locations);
  yield* checkPlaceholders(policy, groups, locations);
}

/** Checks each pattern of a list separately, because two invalid patterns, joined, can form a valid one. */
export function* checkAlternatives(match: MatchDocument, id: string, locations: PolicyLocations): Iterable<Diagnostic> {
  if (!Array.isArray(match.pattern)) return;
  for (const [at, written] of match.pattern.entries()) {
    const expression = compile(translatePattern(written, match.flags));
    if (expression instanceof Error) {
      yield reportInvalid(`The pattern of ${id}`, expression, locations.locationOf(["match", "pattern", at]));
    }
  }
}

function* checkExceptions({ id, match }: Policy, pattern: RegExp | undefined, locations: PolicyLocations): Iterable<Diagnostic> {
  for (const [at, written] of match.unless.entries()) {
    const location = locations.locationOf(["match", "unless", at]);
    const expression = yield* checkExpression(`The exception of ${id}`, written, location);
    if (expression === undefined) continue;
    if (expression.test("")) yield report("policy/unless-all", location);
    if (pattern === undefined && match.commands.length === 0 && match.syntax === undefined)
      yield report("policy/unless-without-pattern", location);
  }
}

/** Checks that each name in `where` is a metavariable of each pattern, and the expressions. */
function* checkSyntax({ id, match: { syntax } }: Policy, locations: PolicyLocations): Iterable<Diagnostic> {
  if (syntax === undefined) return;
  for (const { name, expression } of syntax.where) {
    const path = ["match", "syntax", "where", name];
    yield* checkExpression(`The pattern for "${name}" in \`syntax.where\` of ${id}`, expression, locations.locationOf(path));
    if (metavariablesOf(syntax).includes(name)) continue;
    const message = `"${name}" in \`syntax.where\` of ${id} is not in each pattern, so that a match would have no such part.`;
    yield report("policy/unknown-metavariable", locations.locationOfKey(path), message, `Write \`$${name}\` in each pattern.`);
  }
}

/** Returns the names that all patterns of a syntax condition have: `$NAME` stands for one part of the code. */
function metavariablesOf({ patterns }: SyntaxRule): readonly string[] {
  const names = patterns.map((pattern) => Array.from(pattern.matchAll(/(?<!\$)\$([A-Z][A-Z0-9_]*)/g), ([, name = ""]) => name));
  return (names[0] ?? []).filter((name) => names.every((one) => one.includes(name)));
}

function* checkValueConditions({ match }: Policy, locations: PolicyLocations): Iterable<Diagnostic> {
  for (const [key, value] of Object.entries({ valid_as: match.validAs, min_entropy: match.minEntropy })) {
    if (value !== undefined) yield report("policy/value-without-pattern", locations.locationOfKey(["match", key]));
  }
}

function* checkFix(
  { id, fix, sequence }: Policy,
  groups: readonly string[] | undefined,
  locations: PolicyLocations,
): Iterable<Diagnostic> {
  if (fix === undefined) return;
  if (sequence !== undefined) {
    const message = `${id} has a \`fix\` and a \`sequence\`: fixes are applied before the calls of the session are counted.`;
    return yield report("policy/fix-with-sequence", locations.locationOfKey(["fix"]), message);
  }
  const location = locations.locationOf(["fix", "replacement"]);
  if (groups === undefined) return yield report("policy/fix-without-pattern", location);
  for (const { name, style } of referencesOf(fix.replacement)) {
    if (!groups.includes(name)) {
      const known = groups.filter((group) => group !== "match");
      const hint =
        known.length === 0 ? "The pattern has no groups. Use `$&` for the whole match." : `Known groups: ${known.join(", ")}.`;
      const message = `The fix of ${id} refers to the group "${name}", which the pattern does not have.`;
      yield report("policy/unknown-group", location, message, hint);
    }
    if (style !== undefined && !Object.hasOwn(letterCases, style)) yield unknownLetterCase(style, location);
  }
}

function* checkPlaceholders(policy: Policy, groups: readonly string[] = [], locations: PolicyLocations): Iterable<Diagnostic> {
  const known = [...Object.keys(templateValuesOf(policy)), "match", "file", "line", ...groups];
  for (const key of ["message", "suggestion"] as const) {
    for (const { name, style } of placeholdersOf(policy[key] ?? "")) {
      if (isContextKey(name) && style === undefined) continue;
      const location = locations.locationOf([key]);
      // Messages may contain code in braces: only a number or a name similar to a known one is surely a placeholder.
      const near = nearestNames(name, known, 1);
      const isPlaceholder = /^\d+$/.test(name) || near.length > 0;
      if (!known.includes(name) && isPlaceholder) {
        const hint = near.length > 0 ? `Did you mean {${near.join("")}}?` : "The pattern has no such group.";
        const message = `Unknown placeholder {${name}} in the ${key} of ${policy.id}.`;
        yield report("policy/unknown-placeholder", location, message, hint);
      } else if (known.includes(name) && style !== undefined && !Object.hasOwn(letterCases, style)) {
        yield unknownLetterCase(style, location);
      }
    }
  }
}

function unknownLetterCase(style: string, location: SourceLocation): Diagnostic {
  const hint = `Known letter cases: ${Object.keys(letterCases).join(", ")}.`;
  return report("policy/unknown-placeholder", location, `Unknown letter case "${style}" in a placeholder.`, hint);
}

/** Returns the groups that a match without a pattern has. Undefined if it has no matches. */
function groupsOfBlocks({ commands, syntax, all, any }: PolicyMatch): readonly string[] | undefined {
  const blocks = [...all, ...any];
  if (commands.length > 0) return ["program", "options", "match"];
  if (syntax !== undefined) return [...metavariablesOf(syntax), "match"];
  if (blocks.length === 0) return undefined;
  const own = blocks
    .map((match) => groupNamesOf(expressionOf(match)) ?? groupsOfBlocks(match))
    .filter((one) => one !== undefined);
  return own.length === 0 ? undefined : [...new Set(own.flat())];
}

function expressionOf(match: PolicyMatch): RegExp | undefined {
  const pattern = patternOf({ id: "", match });
  const expression = pattern && compile(pattern);
  return expression instanceof Error ? undefined : expression;
}

/** Returns the groups of an expression by number and name, and `match`. */
function groupNamesOf(expression: RegExp | undefined): readonly string[] | undefined {
  if (expression === undefined) return undefined;
  // Most patterns have no groups, and this test is faster than compiling.
  if (!/\((?!\?)|\(\?<(?![=!])/.test(expression.source)) return ["match"];
  // With an empty alternative the expression always matches, and the match has all groups.
  const match = new RegExp(`${expression.source}|`, expression.flags).exec("");
  const numbers = Array.from({ length: (match?.length ?? 1) - 1 }, (_, at) => String(at + 1));
  return [...numbers, ...Object.keys(match?.groups ?? {}), "match"];
}
