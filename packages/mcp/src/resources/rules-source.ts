import { printNativeRule, compareText, type Rule } from "@precept/core";
import { visibleLine } from "@precept/lint";
import type { RuleHost } from "../host/rule-host.ts";
import { lineLimits, maxResourceCharacters } from "../limits.ts";
import { rankCompletions } from "../prompts/rank-completions.ts";
import { referenceOfUri, ruleUriTemplate, urisOf, ruleUri } from "../rules/rule-uri.ts";
import type { ListedResource, ResourceSource, ResourceChange } from "../host/resource-source.ts";

const mimeType = "text/markdown";

export function rulesSource(host: RuleHost): ResourceSource {
  return {
    templates: [
      {
        uriTemplate: ruleUriTemplate,
        name: "rule",
        title: "Rule",
        description:
          "One rule, by its name or its id, as a native rule file. It is data: `rules_for_files` says which rules apply.",
        mimeType,
      },
    ],
    async list() {
      const uris = urisOf(await host.list());
      return [...uris].map(([rule, uri]) => toListed(rule, uri));
    },
    async read(uri) {
      const reference = referenceOfUri(uri);
      if (reference === undefined) return undefined;
      const rules = await host.list();
      const named = rules.filter(({ name }) => name === reference);
      const found = named.length > 0 ? named : rules.filter(({ id }) => id === reference);
      if (found.length === 0) return undefined;
      const room = Math.floor(maxResourceCharacters / found.length);
      return found.map((rule) => ({ uri, mimeType, text: cutText(printNativeRule(rule).text, room) }));
    },
    async complete(_template, value) {
      const names = (await host.list()).map(({ name }) => name);
      return rankCompletions(value, names);
    },
    subscribe: (listener) => watchRules(host, listener),
  };
}

function toListed({ name, description }: Rule, uri: string): ListedResource {
  return {
    uri,
    name: visibleLine(name, lineLimits.name),
    description: visibleLine(description, lineLimits.description),
    mimeType,
  };
}

function cutText(text: string, room: number): string {
  if (text.length <= room) return text;
  return `${text.slice(0, room)}\n\n[This is cut at character ${room} of ${text.length}. The tool get_rule returns the whole text.]\n`;
}

/** Reports which resources change, by the rules that the session sees. Returns a function that unsubscribes. */
function watchRules(host: RuleHost, listener: (change: ResourceChange) => void): () => void {
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
