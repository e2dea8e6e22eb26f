import { describeDrop, describeSkip, type Resolution, type ResolveRequest, type Rule } from "@precept/core";
import type { DialectId } from "@precept/mdc-compat";
import type { WorkspaceResolveOptions } from "../options.ts";
import type { Workspace } from "../workspace.ts";
import type { SeenFile, ToolView } from "../tool-view.ts";

/** What several tools read from a project, side by side. */
export interface ToolComparison {
  readonly tools: readonly { readonly id: DialectId; readonly title: string }[];
  readonly rows: readonly ComparedRule[];
}

/** A rule, or a file that is no rule for Precept, with what each tool reads of it. */
export interface ComparedRule {
  /** The name of a native rule, or the path of a file of another tool. */
  readonly name: string;
  /** The id of the rule. Absent for a file that Precept does not read as a rule. */
  readonly id?: string;
  /** One for each tool, in the order of the tools. */
  readonly cells: readonly ComparedCell[];
  /** Whether tools that read it would apply it under different conditions. */
  readonly conditionsDiffer: boolean;
}

/** What one tool reads of a rule. */
export interface ComparedCell {
  readonly tool: DialectId;
  /**
   * `read`: it applies to the request. `cut`: a limit of the tool cuts the text. `dropped`: the limit leaves nothing of
   * it. `does not apply`: the tool reads the file, but not for this request. `not read`: the tool reads no file that
   * has it.
   */
  readonly status: "read" | "cut" | "dropped" | "does not apply" | "not read";
  /** The files that the tool reads it from. */
  readonly paths: readonly string[];
  /** When the tool applies it: its inclusion, with the patterns. Absent if the tool does not read it. */
  readonly condition?: string;
  /** Why it is not read, does not apply or is cut, or a limit of reading it such as "only in VS Code". */
  readonly reason?: string;
}

/** Compares what tools read for a request. @param tools ids or aliases. @throws PreceptError `TOOL_UNKNOWN`. */
export async function compareTools(
  workspace: Workspace,
  tools: readonly string[],
  request: ResolveRequest = {},
  options: WorkspaceResolveOptions = {},
): Promise<ToolComparison> {
  const views: ToolView[] = [];
  for (const tool of tools) {
    const view = await workspace.seeAs(tool, request, options);
    if (views.every((other) => other.tool !== view.tool)) views.push(view);
  }
  const rules = await workspace.list();
  const known = new Set(rules.map(({ id }) => id));
  const files = new Map(views.flatMap(({ files: seen }) => seen.map((file) => [file.path, file])));
  const sources = new Set(rules.map(({ origin }) => origin.path));
  // Files of rules that Precept has are in the rows of these rules.
  const others = [...files.values()].filter((file) => !sources.has(file.path) && !file.rules.some((id) => known.has(id)));
  return {
    tools: views.map(({ tool, title }) => ({ id: tool, title })),
    rows: [
      ...rules.map((rule) => toRow({ name: nameOf(rule), id: rule.id }, views, (view) => cellOfRule(view, rule))),
      ...others.map(({ path }) => toRow({ name: path }, views, (view) => cellOfFile(view, path))),
    ],
  };
}

/** The name of a native rule. Files of other tools often have the same name, so they are named by their paths. */
function nameOf({ name, origin: { path, dialect } }: Rule): string {
  return path === undefined || dialect === "precept" ? name : path;
}

function toRow(
  rule: Pick<ComparedRule, "name" | "id">,
  views: readonly ToolView[],
  toCell: (view: ToolView) => ComparedCell,
): ComparedRule {
  const cells = views.map(toCell);
  const conditions = new Set(cells.flatMap(({ condition }) => condition ?? []));
  return { ...rule, cells, conditionsDiffer: conditions.size > 1 };
}

/** What a tool reads of a rule of Precept: from its own file, or from files that it was exported to. */
function cellOfRule(view: ToolView, { id, origin }: Rule): ComparedCell {
  const seen = view.files.filter(({ path, rules, status }) => status === "read" && (rules.includes(id) || path === origin.path));
  const [first, ...others] = seen;
  if (first !== undefined) return cellOfRead(view, [first, ...others]);
  const reason =
    view.unserved.find(({ rule }) => rule.id === id)?.reason ?? view.files.find(({ path }) => path === origin.path)?.reason;
  return { tool: view.tool, status: "not read", paths: [], ...(reason !== undefined && { reason }) };
}

function cellOfFile(view: ToolView, path: string): ComparedCell {
  const file = view.files.find((one) => one.path === path);
  if (file?.status === "read") return cellOfRead(view, [file]);
  const { reason = `${view.title} does not read such files` } = file ?? {};
  return { tool: view.tool, status: "not read", paths: [], reason };
}

/** The statuses from the one with which the tool has most of a rule. */
const byReach: readonly ComparedCell["status"][] = ["read", "cut", "dropped", "does not apply", "not read"];

/** A tool that reads a rule in several files has it if one of them applies. */
function cellOfRead({ tool, resolution }: ToolView, files: readonly [SeenFile, ...SeenFile[]]): ComparedCell {
  const outcomes = files.map(({ path, reason: limit }) => ({ reason: limit, ...findOutcome(resolution, path) }));
  const status = byReach.find((one) => outcomes.some((outcome) => outcome.status === one)) ?? "not read";
  const best = outcomes.filter((outcome) => outcome.status === status);
  const conditions = new Set(best.flatMap(({ rule }) => (rule === undefined ? [] : [describeCondition(rule)])));
  const reason = best.some((outcome) => outcome.reason === undefined) ? undefined : best[0]?.reason;
  return {
    tool,
    status,
    paths: files.map(({ path }) => path),
    ...(conditions.size > 0 && { condition: [...conditions].join("; ") }),
    ...(reason !== undefined && { reason }),
  };
}

interface Outcome extends Pick<ComparedCell, "status" | "reason"> {
  readonly rule?: Rule;
}

function findOutcome({ applied, dropped, skipped }: Resolution, path: string): Outcome {
  const used = applied.find(({ rule }) => rule.origin.path === path);
  if (used !== undefined) {
    const cut = used.cut ? { reason: `only its first ${used.characters} characters` } : {};
    return { status: used.cut ? "cut" : "read", rule: used.rule, ...cut };
  }
  const left = dropped.find(({ rule }) => rule.origin.path === path);
  if (left !== undefined) return { status: "dropped", rule: left.rule, reason: describeDrop(left.limit) };
  const skip = skipped.find(({ rule }) => rule.origin.path === path);
  if (skip !== undefined) return { status: "does not apply", rule: skip.rule, reason: describeSkip(skip.reason) };
  return { status: "not read", reason: "the file cannot be read as a rule" };
}

/** When a rule applies, in a few words. */
function describeCondition({ inclusion, globs, origin: { base } }: Rule): string {
  const inside = base === undefined ? "" : ` in ${base}`;
  return inclusion === "fileMatch" ? `${globs.join(", ")}${inside}` : `${inclusion}${inside}`;
}
