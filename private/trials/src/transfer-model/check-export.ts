import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rule } from "@precept/core";
import type { RuleReport } from "@precept/transfer";
import { openWorkspace, planWorkspaceExport, type Workspace, type WorkspaceExport } from "@precept/workspace";
import { findParts } from "./parts.ts";
import { guidePath, requestedPaths } from "./repositories/paths.ts";
import type { ToolStep } from "./steps/step.ts";

/**
 * Returns what is wrong after an export: what a second one would change, and what its tools do not read, or read twice.
 *
 * @param copies in how many different texts a part stands by hand.
 */
export async function checkExport(
  dir: string,
  home: string,
  { to, lossy }: ToolStep & { do: "export" },
  copies: (part: string) => number,
): Promise<readonly string[]> {
  await using workspace = await openWorkspace(dir, { home, readOnly: true });
  const plan = await planWorkspaceExport(workspace, { to, lossy });
  const changes = plan.actions.filter(({ kind }) => kind !== "unchanged");
  if (changes.length > 0) return changes.map(({ kind, path }) => `a second export would ${kind} ${path}`);
  const problems: string[] = [];
  const rules = await workspace.list();
  const guide = join(dir, guidePath);
  const ofGuide = existsSync(guide) ? findParts(readFileSync(guide, "utf8")) : new Set<string>();
  const readings = (part: string): number => Math.max(copies(part), countRules(rules, part, ofGuide));
  for (const tool of to) problems.push(...(await checkView(workspace, tool, plan, readings)));
  return problems;
}

/**
 * Counts the rules with a part that differ in their text, or in when they apply: a tool has to read each of them.
 *
 * @param guide the parts of the guide, which a rule that refers to it has, too.
 */
function countRules(rules: readonly Rule[], part: string, guide: ReadonlySet<string>): number {
  const hasPart = (content: string): boolean =>
    findParts(content).has(part) || (guide.has(part) && content.includes(`@${guidePath}`));
  const texts = rules.flatMap(({ content, inclusion, globs, origin }) =>
    hasPart(content) ? [JSON.stringify([content.trim(), inclusion, globs, origin.base, origin.imports])] : [],
  );
  return new Set(texts).size;
}

/** Whether a tool does not read a whole rule, and finds the rest in the file of the rule. */
function isCut({ notes }: RuleReport): boolean {
  return notes.some(({ field, message }) => field === "content" && message.endsWith("for the rest."));
}

/** Compares what a tool reads with what Precept would deliver for it. What the export reports is expected. */
async function checkView(
  workspace: Workspace,
  tool: string,
  { omitted, reduced, readTwice, readDifferently, excluded }: WorkspaceExport,
  readings: (part: string) => number,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const leftOut = new Set(excluded.map(({ path }) => path));
  for (const path of requestedPaths) {
    const request = { files: [path] };
    const { applied } = await workspace.resolve({ ...request, tool });
    const { resolution, files } = await workspace.seeAs(tool, request);
    // With the text of AGENTS.md, which a file of another tool can import.
    const seen = resolution.applied.map(({ content }) => content);
    // A file that is only read under a condition, such as in the command-line version of the tool, does not stand for another. A file that is reported to
    // be read differently can have a text of before, and one that is left out, such as a file that git ignores, can have any.
    const reported = readDifferently.flatMap(({ target, path: file }) => (target.id === tool ? [file] : []));
    const conditional = new Set([
      ...leftOut,
      ...reported,
      ...files.flatMap(({ path: file, reason }) => (reason === undefined ? [] : [file])),
    ]);
    const always = resolution.applied.flatMap(({ rule, content }) => (conditional.has(rule.origin.path ?? "") ? [] : [content]));
    const isReported = (reports: readonly Pick<RuleReport, "rule" | "target">[], part: string): boolean =>
      reports.some(({ rule, target }) => target.id === tool && findParts(rule.content).has(part));
    const wanted = applied.filter(({ rule }) => !leftOut.has(rule.origin.path ?? ""));
    for (const part of new Set(wanted.flatMap(({ rule }) => [...findParts(rule.content)]))) {
      const count = always.filter((text) => findParts(text).has(part)).length;
      const isRead = seen.some((text) => findParts(text).has(part));
      if (!isRead && !isReported([...omitted, ...readDifferently, ...reduced.filter(isCut)], part))
        problems.push(`${tool} does not read ${part} for ${path}`);
      if (count > readings(part) && !isReported([...readTwice, ...readDifferently], part))
        problems.push(`${tool} reads ${part} ${count} times for ${path}`);
    }
  }
  return problems;
}
