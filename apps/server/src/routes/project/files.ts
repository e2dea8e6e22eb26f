import { toWireReference } from "@precept/core";
import { listFirstFiles, type FirstFiles } from "@precept/workspace/project-files";
import { tenantOf } from "../../access/tenant.ts";
import type { Handlers } from "../handler.ts";
import { findPaths } from "./find-paths.ts";
import { groupFiles } from "./group-files.ts";

export const fileHandlers = {
  listFiles: async ({ query }, context) => {
    const tenant = await tenantOf(context, query);
    const { workspace } = context.project;
    const listed = await listFirstFiles(workspace.root);
    const files = listed.files.toSorted();
    const rules = await workspace.list({ tenant });
    const groups = await groupFiles(files, rules, { workspace, tenant });
    const always = (await workspace.list({ tenant, status: ["active"] })).filter(
      ({ inclusion, origin }) => inclusion === "always" && origin.base === undefined,
    );
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    const shown = [...new Set([...groups.rules, ...always.map(({ id }) => id)])];
    const positions = new Map(shown.map((id, at) => [id, at]));
    return {
      body: {
        files,
        file_sets: [...groups.fileSets],
        rule_sets: groups.sets.map((set) => [...set]),
        rules: shown.flatMap((id) => byId.get(id) ?? []).map((rule) => ({ ...toWireReference(rule), globs: rule.globs })),
        always: always.map(({ id }) => positions.get(id) ?? 0),
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
