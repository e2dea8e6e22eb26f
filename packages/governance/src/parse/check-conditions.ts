import type { Diagnostic, SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { checkInputPath } from "../evaluate/input-conditions.ts";
import type { Policy } from "../model/policy.ts";
import { checkExpression, checkGlobs } from "./check-expression.ts";
import type { PolicyLocations } from "./policy-locations.ts";

/** Checks the paths, globs and regular expressions of `tool`, `input` and `command`. */
export function* checkConditions({ id, match }: Policy, locations: PolicyLocations): Iterable<Diagnostic> {
  yield* checkGlobs(match.tools, "tool", locations);
  for (const { path, matches } of match.input) {
    const location = locations.locationOfKey(["match", "input", path]);
    const problem = checkInputPath(path);
    if (problem !== undefined)
      yield report("policy/input-path", location, `The path "${path}" in \`input\` of ${id} ${problem}.`);
    if (matches !== undefined) {
      const what = `The pattern for "${path}" in \`input\` of ${id}`;
      yield* checkExpression(what, matches, locations.locationOf(["match", "input", path, "matches"]));
    }
  }
  for (const [at, condition] of match.commands.entries()) {
    for (const key of ["operands", "arguments", "output"] as const) {
      const expression = condition[key];
      const inList = locations.locationOf(["match", "command", at, key]);
      const alone = locations.locationOf(["match", "command", key]);
      // A single condition need not be in a list. A missing path has the location of its parent.
      const location = isAfter(alone, inList) ? alone : inList;
      if (expression !== undefined)
        yield* checkExpression(`The pattern for \`${key}\` of \`command\` of ${id}`, expression, location);
    }
  }
}

function isAfter(left: SourceLocation, right: SourceLocation): boolean {
  const [leftLine = 0, rightLine = 0] = [left.line, right.line];
  return leftLine > rightLine || (leftLine === rightLine && (left.column ?? 0) > (right.column ?? 0));
}
