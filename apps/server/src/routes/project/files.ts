import { toWireReference } from "@precept/core";
import { listFirstFiles } from "@precept/workspace/project-files";
import { tenantOf } from "../../access/tenant.ts";
import type { Handlers } from "../handler.ts";
import { findPaths } from "./find-paths.ts";
import { groupFiles } from "./group-files.ts";
import { recentFiles } from "./recent-files.ts";

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
  findPaths: async ({ query: { text, limit } }, { project: { workspace }, signal }) => ({
    body: { paths: [...(await findPaths(await recentFiles(workspace.root), text, limit, signal))] },
  }),
} satisfies Partial<Handlers>;
