import { join } from "node:path";
import { isSafePath, PreceptError, toSafeName, type Rule } from "@precept/core";
import { pathInside } from "@precept/files";
import { isRuleFile } from "./list-files.ts";
import type { ResolvedRoot } from "./resolved-root.ts";

/** The path of the file of a new rule. */
export interface NewFileLocation {
  readonly root: ResolvedRoot;
  /** Relative to the root, without extension. A number is appended if the name is taken. */
  readonly stem: string;
  readonly extension: string;
}

/**
 * Chooses the file of a new rule: the path in its id if rules can be there; otherwise a file with its name in the root
 * that it names, or in the first root of its scope.
 *
 * @throws PreceptError `SCOPE_UNSUPPORTED` if no root has the scope of the rule.
 */
export function locateNewFile(rule: Rule, roots: readonly ResolvedRoot[], projectDir: string): NewFileLocation {
  const candidates = roots.filter(
    ({ options }) =>
      options.files === undefined &&
      (options.scope ?? "project") === rule.scope &&
      (options.overlay ?? false) === (rule.origin.overlay ?? false),
  );
  const root = candidates.find(({ displayPath }) => displayPath === rule.origin.root) ?? candidates[0];
  if (root === undefined) {
    const scopes = [...new Set(roots.map(({ options }) => options.scope ?? "project"))];
    throw new PreceptError("SCOPE_UNSUPPORTED", { scope: rule.scope, scopes });
  }
  return locateById(rule, candidates, projectDir) ?? { root, stem: toSafeName(rule.name), extension: extensionOf(root) };
}

/** Chooses the path in an id: a rule that was deleted, or is from another copy of the project, gets its path back. */
function locateById({ id, scope }: Rule, roots: readonly ResolvedRoot[], projectDir: string): NewFileLocation | undefined {
  if (!id.startsWith(`${scope}:`)) return undefined;
  const path = id.slice(scope.length + 1);
  for (const root of roots) {
    const relativePath = pathInside(root.dir, join(projectDir, path)) ?? path;
    const extension = root.options.codec.extensions.find((one) => one.startsWith(".") && relativePath.endsWith(one));
    if (extension === undefined || !isSafePath(relativePath) || !isRuleFile(root.options, relativePath)) continue;
    if (pathInside(root.dir, join(projectDir, path)) === undefined && pathInside(projectDir, root.dir) !== undefined) continue;
    return { root, stem: relativePath.slice(0, -extension.length), extension };
  }
  return undefined;
}

function extensionOf({ options }: ResolvedRoot): string {
  return options.codec.extensions.find((extension) => extension.startsWith(".")) ?? ".md";
}
