import { setImmediate } from "node:timers/promises";
import { matchRules, RuleIndex, toWireReference, withoutUndefined, type Rule, type Tenant } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { listFirstFiles, type FirstFiles } from "@precept/workspace/project-files";
import { tenantOf } from "../../access/tenant.ts";
import type { Handlers } from "../handler.ts";
import { findPaths } from "./find-paths.ts";

/** How many files are matched before other requests get a turn. */
const lot = 2000;

export const fileHandlers = {
  listFiles: async ({ query }, context) => {
    const tenant = await tenantOf(context, query);
    const { workspace } = context.project;
    const listed = await listFirstFiles(workspace.root);
    const files = listed.files.toSorted();
    const rules = new Positions<Rule>();
    const { fileSets, sets } = await groupFiles(files, workspace, tenant, rules);
    const always = (await workspace.list({ tenant, status: ["active"] })).filter(
      ({ inclusion, origin }) => inclusion === "always" && origin.base === undefined,
    );
    const alwaysAt = always.map((rule) => rules.of(rule));
    return {
      body: {
        files,
        file_sets: fileSets,
        rule_sets: sets,
        rules: rules.all.map((rule) => ({ ...toWireReference(rule), globs: rule.globs })),
        always: alwaysAt,
        is_complete: listed.isComplete,
      },
    };
  },
  findPaths: async ({ query: { text, limit } }, { project: { workspace } }) => ({
    body: { paths: findPaths(await recentFiles(workspace.root), text, limit) },
  }),
} satisfies Partial<Handlers>;

/** How long a list of files is used for suggestions, in milliseconds. */
const recentMs = 5000;

const recent = new Map<string, { readonly files: Promise<FirstFiles>; readonly until: number }>();

/** Lists the files of a project, or returns the list of the last seconds: clients ask for suggestions with every key. */
async function recentFiles(root: string): Promise<readonly string[]> {
  const now = Date.now();
  for (const [key, { until }] of recent) if (until < now) recent.delete(key);
  const known = recent.get(root) ?? { files: listFirstFiles(root), until: now + recentMs };
  recent.set(root, known);
  return (await known.files).files;
}

interface FileGroups {
  /** For each file, the position of its set. */
  readonly fileSets: number[];
  readonly sets: number[][];
}

/** Finds the set of rules that governs each file, with the matcher that answers requests. */
async function groupFiles(
  files: readonly string[],
  workspace: Workspace,
  tenant: Tenant,
  rules: Positions<Rule>,
): Promise<FileGroups> {
  const index = new RuleIndex(await workspace.list({ tenant }));
  const request = withoutUndefined({ project: tenant.projectId, user: tenant.userId });
  const sets = new Map<string, number>([["", 0]]);
  const fileSets: number[] = [];
  for (let start = 0; start < files.length; start += lot) {
    const some = files.slice(start, start + lot);
    const governing = new Map<string, number[]>();
    for (const { rule, reason, matchedFiles } of matchRules(index, { ...request, files: some }, { root: workspace.root })
      .matches) {
      if (reason.kind !== "fileMatch" && reason.kind !== "alwaysInside") continue;
      const at = rules.of(rule);
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
  return { fileSets, sets: [...sets.keys()].map((key) => (key === "" ? [] : key.split(" ").map(Number))) };
}

/** Numbers values in the order in which they are first asked for. */
class Positions<Value> {
  readonly #positions = new Map<Value, number>();

  of(value: Value): number {
    const known = this.#positions.get(value) ?? this.#positions.size;
    this.#positions.set(value, known);
    return known;
  }

  get all(): readonly Value[] {
    return [...this.#positions.keys()];
  }
}
