import { join } from "node:path";
import { isSafePath, PreceptError, toSafeName, type Rule } from "@precept/core";
import { pathInside } from "@precept/files";
import { isRuleFile } from "./list-files.ts";
import type { RootPlace } from "./root-place.ts";

/** A place for the file of a new rule. */
export interface NewPlace {
  readonly place: RootPlace;
  /** In the root, without extension; a number may follow where the name is taken. */
  readonly stem: string;
  readonly extension: string;
}

/**
 * Where a new rule goes: where its id says, if that is a place for rules; else into the root it names or the first of its scope, under its name.
 *
 * @throws PreceptError `SCOPE_UNSUPPORTED` if no root holds rules of its scope.
 */
export function findNewPlace(rule: Rule, places: readonly RootPlace[], projectDir: string): NewPlace {
  const fitting = places.filter(
    ({ root }) =>
      root.files === undefined &&
      (root.scope ?? "project") === rule.scope &&
      (root.overlay ?? false) === (rule.origin.overlay ?? false),
  );
  const place = fitting.find(({ shown }) => shown === rule.origin.root) ?? fitting[0];
  if (place === undefined) {
    const scopes = [...new Set(places.map(({ root }) => root.scope ?? "project"))];
    throw new PreceptError("SCOPE_UNSUPPORTED", { scope: rule.scope, scopes });
  }
  return namedById(rule, fitting, projectDir) ?? { place, stem: toSafeName(rule.name), extension: extensionOf(place) };
}

/** An id is `scope:path`: a rule that was deleted, or that comes from another copy of the project, gets its path back. */
function namedById({ id, scope }: Rule, places: readonly RootPlace[], projectDir: string): NewPlace | undefined {
  if (!id.startsWith(`${scope}:`)) return undefined;
  const path = id.slice(scope.length + 1);
  for (const place of places) {
    const inRoot = pathInside(place.dir, join(projectDir, path)) ?? path;
    const extension = place.root.codec.extensions.find((one) => one.startsWith(".") && inRoot.endsWith(one));
    if (extension === undefined || !isSafePath(inRoot) || !isRuleFile(place.root, inRoot)) continue;
    if (pathInside(place.dir, join(projectDir, path)) === undefined && pathInside(projectDir, place.dir) !== undefined) continue;
    return { place, stem: inRoot.slice(0, -extension.length), extension };
  }
  return undefined;
}

function extensionOf({ root }: RootPlace): string {
  return root.codec.extensions.find((extension) => extension.startsWith(".")) ?? ".md";
}
