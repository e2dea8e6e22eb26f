import { toWireDiagnostic, type Json, type StoreState } from "@precept/core";
import { messageOf } from "@precept/files";
import type { Workspace } from "@precept/workspace";
import type { Handlers } from "../handler.ts";

export const healthHandlers = {
  getSettings: async (_input, { project: { workspace } }) => ({
    body: {
      root: workspace.root,
      trusted: workspace.isTrusted,
      read_only: workspace.isReadOnly,
      configured: toJsonObject(withoutPasswords(workspace.config)),
      effective: toJsonObject(withoutPasswords(workspace.settings)),
      rule_directories: workspace.roots.map(({ dir, scope = "project", codec, base = null }) => ({
        directory: dir,
        scope,
        dialect: codec.id,
        base,
      })),
      stores: await countRules(workspace),
      engines: enginesOf(workspace),
      caches: cachesOf(workspace),
    },
  }),
  listDiagnostics: async (_input, { project: { workspace } }) => {
    const [found, ofPolicies] = await Promise.all([workspace.diagnostics(), workspace.policies.diagnostics()]);
    return { body: { diagnostics: [...found, ...ofPolicies].map(toWireDiagnostic) } };
  },
} satisfies Partial<Handlers>;

async function countRules({ stores }: Workspace): Promise<{ id: string; rules: number }[]> {
  return Promise.all(
    stores.map(async (store) => {
      let rules = 0;
      for await (const _ of store.listIds()) rules += 1;
      return { id: store.id, rules };
    }),
  );
}

function stateOf(name: "cache" | "meaning", { status, error }: StoreState) {
  return { name, status, detail: error === undefined ? null : messageOf(error) };
}

function enginesOf({ embedder, cache, meaning }: Workspace) {
  return [
    ...(embedder === undefined ? [] : [{ name: "embedder" as const, status: "configured", detail: null }]),
    ...(cache === undefined ? [] : [stateOf("cache", cache.state())]),
    ...(meaning === undefined ? [] : [stateOf("meaning", meaning.state())]),
  ];
}

function cachesOf({ rulebook, cache }: Workspace) {
  const { l1, l2 } = rulebook.metrics();
  return [
    { name: "memory" as const, hits: l1.hits, misses: l1.misses, rules: l1.rules },
    ...(cache === undefined ? [] : [{ name: "shared" as const, hits: l2.hits, misses: l2.misses, rules: null }]),
  ];
}

/** Removes the addresses of databases and services, which may contain passwords. */
function withoutPasswords(settings: object): object {
  return JSON.parse(
    JSON.stringify(settings, (name, value: unknown) =>
      secretNames.test(name) && typeof value === "string" ? "(hidden)" : value,
    ),
  ) as object;
}

const secretNames = /url|password|secret|key$|token$|command/i;

function toJsonObject(value: object): Readonly<Record<string, Json>> {
  return value as Readonly<Record<string, Json>>;
}
