import { checkGlob, isExclusion, type Diagnostic, type SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type { Expression } from "../model/policy.ts";
import { findForeignSyntax } from "./pattern-dialect.ts";
import type { PolicyLocations } from "./policy-locations.ts";

/** Compiles an expression. Returns the error if it is invalid. */
export function compile({ source, flags }: Expression): RegExp | Error {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    return error as Error;
  }
}

/** Reports an invalid expression. `what` begins the sentence: "The pattern of A-1". */
export function reportInvalid(what: string, { message }: Error, location: SourceLocation): Diagnostic {
  return report(
    "policy/pattern-invalid",
    location,
    `${what} is invalid: ${message.replace(/^Invalid regular expression: /, "")}.`,
  );
}

/** Reports syntax that JavaScript reads differently. */
export function* checkDialect(what: string, expression: Expression, location: SourceLocation): Iterable<Diagnostic> {
  for (const hint of findForeignSyntax(expression)) {
    yield report("policy/pattern-dialect", location, `${what} uses syntax that JavaScript does not have.`, hint);
  }
}

/** Checks an expression. Returns it compiled, or undefined if it is invalid. */
export function* checkExpression(
  what: string,
  expression: Expression,
  location: SourceLocation,
): Generator<Diagnostic, RegExp | undefined> {
  const compiled = compile(expression);
  if (compiled instanceof Error) {
    yield reportInvalid(what, compiled, location);
    return undefined;
  }
  yield* checkDialect(what, expression, location);
  return compiled;
}

/** Checks the globs of `tool` or `file_patterns`. */
export function checkGlobs(globs: readonly string[], key: string, locations: PolicyLocations): readonly Diagnostic[] {
  return globs.flatMap(
    (glob, at) => checkGlob(isExclusion(glob) ? glob.slice(1) : glob, locations.locationOf(["match", key, at])) ?? [],
  );
}
