import { compareText, type Rule } from "@precept/core";
import type { RuleHost } from "../host/rule-host.ts";
import { ruleUri, urisOf } from "../rules/rule-uri.ts";
import type { ResourceChange } from "../host/resource-source.ts";

/**
 * Reports which resources of rules change. It compares the rules that the session sees before and after each change, so that it reports nothing about
 * other rules.
 *
 * @returns a function that unsubscribes.
 */
export function watchRules(host: RuleHost, listener: (change: ResourceChange) => void): () => void {
  let isActive = true;
  let known: readonly Rule[] | undefined;
  let isStale = false;
  const compare = async (): Promise<void> => {
    if (!isActive) return;
    isStale = false;
    const before = known;
    const after = await host.list();
    known = after;
    if (!isActive || before === undefined) return;
    for (const change of findChanges(before, after)) listener(change);
  };
  // A store that cannot be read is compared after its next change.
  let pending = compare().catch(() => undefined);
  const unsubscribe = host.subscribe(() => {
    if (isStale) return;
    isStale = true;
    pending = pending.then(compare).catch(() => undefined);
  });
  return () => {
    isActive = false;
    unsubscribe();
  };
}

/** The changed resources, by name and by id, and whether the list of resources changed. */
function findChanges(before: readonly Rule[], after: readonly Rule[]): readonly ResourceChange[] {
  const [old, current] = [before, after].map((rules) => new Map(rules.map((rule) => [keyOf(rule), rule])));
  const changed = [...before, ...after].filter((rule) => !isSame(old?.get(keyOf(rule)), current?.get(keyOf(rule))));
  const uris = new Set(changed.flatMap(({ name, id }) => [ruleUri(name), ruleUri(id)]));
  return [
    ...(listOf(before) === listOf(after) ? [] : [{ kind: "list" } as const]),
    ...[...uris].map((uri) => ({ kind: "updated", uri }) as const),
  ];
}

/** Two stores can have the same id. */
function keyOf({ id, origin }: Rule): string {
  return `${origin.store} ${id}`;
}

function isSame(left: Rule | undefined, right: Rule | undefined): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** What `resources/list` says about rules. */
function listOf(rules: readonly Rule[]): string {
  return [...urisOf(rules)]
    .map(([{ description }, uri]) => JSON.stringify([uri, description]))
    .toSorted(compareText)
    .join("\n");
}
