import { listDirectory, openRoot, type Root } from "@precept/files";
import type { Call } from "../define.ts";
import { asLines, count, printable, type Style } from "../terminal/text.ts";
import { wrapLine } from "../terminal/layout.ts";
import { tenantOf } from "./tenant.ts";

/** What to do next in a project without rules. */
export type NextStep = (style: Style) => string;

const nothing: NextStep = () => "";

/**
 * Returns a hint for standard error if there are no rules at all. The hint is empty if there are some, if a problem
 * explains why there are none, or if the call prints JSON, is quiet or chooses its own rule directories.
 *
 * @param imports whether the hint proposes `precept import`. Default: true.
 */
export async function findNextStep(
  { workspace, settings, options }: Pick<Call, "workspace" | "settings" | "options">,
  imports = true,
): Promise<NextStep> {
  const { rulesDirs, defaultRules } = settings.workspace;
  if (settings.json || options.quiet === true || rulesDirs !== undefined || defaultRules === false) return nothing;
  const rules = await workspace.list({ tenant: tenantOf({ workspace, options }) });
  const diagnostics = await workspace.diagnostics();
  if (rules.length > 0 || diagnostics.some(({ severity }) => severity !== "info")) return nothing;
  const directories = await findOtherRules(openRoot(workspace.root));
  const text = directories.length === 0 ? describeStart(imports) : describeOthers(directories);
  return (style) => asLines(wrapLine(`${style.dim("hint:")} ${text}`, style, 4));
}

function describeStart(imports: boolean): string {
  return imports
    ? "No rules here. `precept init` writes a first rule; `precept import` takes over the rules of other tools."
    : "No rules of other tools here. `precept init` writes a first rule.";
}

const maxNamed = 3;

function describeOthers(directories: readonly RuleDirectory[]): string {
  const named = directories.slice(0, maxNamed);
  const rest = directories.length - named.length;
  const list = named.map(({ path, files }) => `${printable(path)} (${count(files, ".mdc file")})`).join(", ");
  const more = rest === 0 ? "" : ` and ${count(rest, "more directory", "more directories")}`;
  const flags = named.map(({ path }) => `--rules-dir ${printable(path)}`).join(" ");
  return `No tool reads its rules from ${list}${more}. Pass \`${flags}\` to use them, or name them in \`rules.dirs\` of .precept/config.yaml.`;
}

interface RuleDirectory {
  /** Relative to the project. */
  readonly path: string;
  readonly files: number;
}

/** Limits of the search, which only finds a hint. */
const [maxDepth, maxDirectories] = [4, 500];

/**
 * Finds directories with `.mdc` files in places that belong to no tool. Files below a directory called `rules` count as
 * files of that directory.
 */
async function findOtherRules(project: Root): Promise<readonly RuleDirectory[]> {
  const found = new Map<string, number>();
  const open = [""];
  for (let at = 0; at < open.length && at < maxDirectories; at += 1) {
    const dir = open[at] ?? "";
    const names = dir === "" ? [] : dir.split("/");
    const entries = await listDirectory(project, dir, "none").catch(() => []);
    const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".mdc")).length;
    const path = names.includes("rules") ? names.slice(0, names.indexOf("rules") + 1).join("/") : dir || ".";
    if (files > 0) found.set(path, (found.get(path) ?? 0) + files);
    if (names.length >= maxDepth) continue;
    for (const entry of entries) if (entry.isDirectory() && isSearched(entry.name)) open.push([...names, entry.name].join("/"));
  }
  return [...found].map(([path, files]) => ({ path, files }));
}

/** Directories whose names begin with a dot belong to tools. */
function isSearched(name: string): boolean {
  return !name.startsWith(".") && name !== "node_modules";
}
