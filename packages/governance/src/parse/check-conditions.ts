import { checkGlob, isExclusion, type Diagnostic } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { checkInputPath } from "../input/input-path.ts";
import type { Expression, Policy } from "../model/policy.ts";
import { findForeignSyntax } from "./pattern-dialect.ts";
import type { PolicyLocations } from "./policy-locations.ts";

/** Checks the paths, globs and regular expressions of `tool`, `input` and `command`. */
export function* checkConditions({ id, match }: Policy, locations: PolicyLocations): Iterable<Diagnostic> {
  for (const [at, glob] of match.tools.entries()) {
    const diagnostic = checkGlob(isExclusion(glob) ? glob.slice(1) : glob, locations.locationOf(["match", "tool", at]));
    if (diagnostic !== undefined) yield diagnostic;
  }
  for (const { path, matches } of match.input) {
    const location = locations.locationOfKey(["match", "input", path]);
    const problem = checkInputPath(path);
    if (problem !== undefined)
      yield report("policy/input-path", location, `The path "${path}" in \`input\` of ${id} ${problem}.`);
    if (matches !== undefined) {
      yield* checkExpression(matches, `"${path}" in \`input\``, id, locations.locationOf(["match", "input", path, "matches"]));
    }
  }
  for (const [at, condition] of match.commands.entries()) {
    for (const key of ["operands", "arguments", "output"] as const) {
      const expression = condition[key];
      const inList = locations.locationOf(["match", "command", at, key]);
      const alone = locations.locationOf(["match", "command", key]);
      // A single condition need not be in a list. A missing path has the location of its parent.
      const location = isAfter(alone, inList) ? alone : inList;
      if (expression !== undefined) yield* checkExpression(expression, `\`${key}\` of \`command\``, id, location);
    }
  }
}

function isAfter(left: Location, right: Location): boolean {
  const [leftLine = 0, rightLine = 0] = [left.line, right.line];
  return leftLine > rightLine || (leftLine === rightLine && (left.column ?? 0) > (right.column ?? 0));
}

type Location = ReturnType<PolicyLocations["locationOf"]>;

function* checkExpression(expression: Expression, what: string, id: string, location: Location): Iterable<Diagnostic> {
  try {
    void new RegExp(expression.source, expression.flags);
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: /, "");
    yield report("policy/pattern-invalid", location, `The pattern for ${what} of ${id} is invalid: ${reason}.`);
    return;
  }
  for (const hint of findForeignSyntax(expression)) {
    yield report(
      "policy/pattern-dialect",
      location,
      `The pattern for ${what} of ${id} uses syntax that JavaScript does not have.`,
      hint,
    );
  }
}
