import type { Rule } from "@precept/core";
import type { Workspace, WorkspaceExport } from "@precept/workspace";
import { findFile } from "./views.ts";

/**
 * Compares in which directories a tool reads each rule with those in which the rule applies. What the export reports is
 * expected, and so are files that the tool only reads under a condition.
 */
export async function findScopeDifferences(
  workspace: Workspace,
  tool: string,
  directories: readonly string[],
  { omitted, reduced, readDifferently, excluded }: WorkspaceExport,
): Promise<readonly string[]> {
  const reported = new Set(
    [...omitted, ...reduced, ...readDifferently].flatMap(({ rule, target }) => (target.id === tool ? [rule.id] : [])),
  );
  const leftOut = new Set(excluded.map(({ path }) => path));
  const problems: string[] = [];
  const all = await workspace.list();
  for (const directory of directories) {
    const request = { files: [findFile(workspace.root, directory)] };
    const { applied, skipped } = await workspace.resolve({ ...request, tool });
    const { resolution } = await workspace.seeAs(tool, request);
    const seen = resolution.applied.map(({ content }) => content).join("\n");
    const isExpected = ({ id, origin }: Rule): boolean => reported.has(id) || leftOut.has(origin.path ?? "");
    for (const { rule } of applied) {
      const line = findOwnLine(rule, []);
      if (!isExpected(rule) && line !== undefined && !seen.includes(line))
        problems.push(`${tool} does not read ${rule.id} in ${directory || "the root"}`);
    }
    for (const { rule, reason } of skipped) {
      if (isExpected(rule) || !["outsideBase", "noFileMatched", "notRequested"].includes(reason.kind)) continue;
      const line = findOwnLine(
        rule,
        all.filter((other) => other.id !== rule.id),
      );
      if (line !== undefined && seen.includes(line)) problems.push(`${tool} reads ${rule.id} in ${directory || "the root"}`);
    }
  }
  return problems;
}

/** Returns a line of a rule that tells it from other rules. Undefined if it has none. */
function findOwnLine({ content }: Rule, others: readonly Rule[]): string | undefined {
  return content
    .split(/\r\n?|\n/)
    .find((line) => line.trim().length >= 30 && !/[@`<$]/.test(line) && !others.some((other) => other.content.includes(line)));
}
