import { matchesGlob } from "../glob/glob.ts";
import { normalisePath } from "../glob/path.ts";
import type { Rule } from "../model/rule.ts";
import type { RuleLookup } from "./rule-lookup.ts";

type RequestLookup = Pick<RuleLookup, "lists" | "named" | "withId" | "atPath">;

/** Finds the rules that a reference names: by name or label, id, path of the file, or a glob of names and paths. */
export function findRequested(index: RequestLookup, reference: string): readonly Rule[] {
  const named = index.named(reference);
  if (named.length > 0) return named;
  const byId = index.withId(reference);
  if (byId.length > 0) return byId;
  const path = normalisePath(reference);
  const atPath = index.atPath(path);
  if (atPath.length > 0) return atPath;
  if (!/[*?[{]/.test(reference)) return [];
  return index.lists
    .flat()
    .filter((rule) => matchesGlob(path, rule.name) || (rule.origin.path !== undefined && matchesRulePath(path, rule)));
}

/** Finds the rules of a list that a reference names, as {@link findRequested} does, for a list without an index. */
export function findRequestedIn(rules: readonly Rule[], reference: string): readonly Rule[] {
  const lookup: RequestLookup = {
    lists: [rules],
    named: (name) => rules.filter((rule) => rule.name === name),
    withId: (id) => rules.filter((rule) => rule.id === id),
    atPath: (path) => rules.filter((rule) => pathsOf(rule).has(path)),
  };
  return findRequested(lookup, reference);
}

function matchesRulePath(glob: string, rule: Rule): boolean {
  const { path = "", root } = rule.origin;
  return (
    matchesGlob(glob, path) ||
    (root !== undefined && path.startsWith(`${root}/`) && matchesGlob(glob, path.slice(root.length + 1)))
  );
}

/** The paths by which a reference can name a rule's file: in the project and its root, with and without extension. */
export function pathsOf({ origin: { path, root } }: Rule): ReadonlySet<string> {
  if (path === undefined) return none;
  const inRoot = root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return new Set([path, inRoot, withoutExtension(path), withoutExtension(inRoot)]);
}

const none: ReadonlySet<string> = new Set();

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}
