import { toWireDiagnostic, type Json } from "@precept/core";
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
