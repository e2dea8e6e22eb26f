import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { matchRules, RuleIndex, tenantKey, withoutUndefined, type Rule, type Tenant } from "@precept/core";
import type { Workspace } from "@precept/workspace";

/** The files of a project by the set of rules that governs them. */
export interface FileGroups {
  /** The ids of the rules that govern any file. */
  readonly rules: readonly string[];
  /** The sets of rules, as positions in `rules`. The first set is empty. */
  readonly sets: readonly (readonly number[])[];
  /** For each file, the position of its set. */
  readonly fileSets: readonly number[];
}

/** How many files are matched before other requests get a turn. */
const lot = 2000;

/** For how many tenants the groups of a project are cached. */
const maxCached = 4;

interface CachedGroups {
  readonly digest: string;
  readonly groups: Promise<FileGroups>;
}

/** The last groups by tenant. Clients ask again after each change, and most changes affect neither patterns nor paths. */
const cached = new WeakMap<Workspace, Map<string, CachedGroups>>();

/** Finds the set of rules that governs each file, with the matcher that answers requests. */
export async function groupFiles(
  files: readonly string[],
  rules: readonly Rule[],
  { workspace, tenant }: { readonly workspace: Workspace; readonly tenant: Tenant },
): Promise<FileGroups> {
  const byTenant = cached.get(workspace) ?? new Map<string, CachedGroups>();
  cached.set(workspace, byTenant);
  const key = tenantKey(tenant);
  const digest = digestOf(files, rules);
  const known = byTenant.get(key);
  byTenant.delete(key);
  const groups = known?.digest === digest ? known.groups : findGroups(files, rules, tenant, workspace.root);
  byTenant.set(key, { digest, groups });
  groups.catch(() => byTenant.delete(key));
  for (const oldest of [...byTenant.keys()].slice(0, -maxCached)) byTenant.delete(oldest);
  return groups;
}

/** The fields of a rule that do not decide which files it governs. */
const texts: ReadonlySet<string> = new Set(["content", "description", "createdAt", "updatedAt"]);

/** A digest of everything that decides which files the rules govern. */
function digestOf(files: readonly string[], rules: readonly Rule[]): string {
  const deciding = JSON.stringify(rules, (field, value: unknown) => (texts.has(field) ? undefined : value));
  return hash("sha256", `${files.join("\n")}\0${deciding}`);
}

async function findGroups(files: readonly string[], rules: readonly Rule[], tenant: Tenant, root: string): Promise<FileGroups> {
  const index = new RuleIndex(rules);
  const request = withoutUndefined({ project: tenant.projectId, user: tenant.userId });
  const positions = new Map<string, number>();
  const sets = new Map<string, number>([["", 0]]);
  const fileSets: number[] = [];
  for (let start = 0; start < files.length; start += lot) {
    const some = files.slice(start, start + lot);
    const governing = new Map<string, number[]>();
    for (const { rule, reason, matchedFiles } of matchRules(index, { ...request, files: some }, { root }).matches) {
      if (reason.kind !== "fileMatch" && reason.kind !== "alwaysInside") continue;
      const at = positions.get(rule.id) ?? positions.size;
      positions.set(rule.id, at);
      for (const file of matchedFiles) {
        const known = governing.get(file);
        if (known === undefined) governing.set(file, [at]);
        else known.push(at);
      }
    }
    for (const file of some) {
      const key = (governing.get(file) ?? []).toSorted((left, right) => left - right).join(" ");
      const known = sets.get(key) ?? sets.size;
      sets.set(key, known);
      fileSets.push(known);
    }
    await setImmediate();
  }
  return {
    rules: [...positions.keys()],
    sets: [...sets.keys()].map((key) => (key === "" ? [] : key.split(" ").map(Number))),
    fileSets,
  };
}
