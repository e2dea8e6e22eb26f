import { dirname, join, relative, resolve } from "node:path";
import { findConflicts } from "@precept/lint";
import type { ProgressListener } from "@precept/core";
import { existsAt, isSupportedNode, isWritable, minimumNode, openRoot, readFileInSync } from "@precept/files";
import { configPath, overlayDir, projectMarks, type Workspace } from "@precept/workspace";
import { countDiagnostics, isSerious } from "../../terminal/diagnostics.ts";
import { count } from "../../terminal/text.ts";
import type { Check, Finding } from "./finding.ts";
import { checkAuditLog, checkPolicies } from "./policy-checks.ts";

export const checks: readonly Check[] = [
  checkNode,
  checkProject,
  checkConfig,
  checkRoots,
  checkWritable,
  checkRules,
  checkConflicts,
  checkBudget,
  checkOverlay,
  checkPolicies,
  checkAuditLog,
];

async function checkNode(): Promise<Finding> {
  const found = `Node ${process.versions.node}`;
  return isSupportedNode()
    ? { level: "ok", what: "runtime", found }
    : { level: "fail", what: "runtime", found, fix: `Precept needs Node ${minimumNode} or newer.` };
}

async function checkProject({ root }: Workspace): Promise<Finding> {
  const isProject = projectMarks.some((mark) => existsAt(join(root, mark)));
  if (isProject) return { level: "ok", what: "project", found: root };
  return {
    level: "warn",
    what: "project",
    found: `${root} has no .precept, .git or .cursor`,
    fix: "Run `precept init` to set up a project here, or pass --root.",
  };
}

async function checkConfig(workspace: Workspace): Promise<Finding> {
  const diagnostics = (await workspace.diagnostics()).filter(({ code }) => code.startsWith("config/"));
  if (diagnostics.length > 0)
    return {
      level: "fail",
      what: "configuration",
      found: `${countDiagnostics(diagnostics)} in ${configPath}`,
      fix: "Run `precept lint` to see them.",
    };
  return {
    level: "ok",
    what: "configuration",
    found: existsAt(join(workspace.root, configPath)) ? configPath : "none (using defaults)",
  };
}

async function checkRoots(workspace: Workspace): Promise<Finding> {
  const found = await workspace.diagnostics();
  const failed = found.filter(({ code }) => code.startsWith("root/"));
  const limited = found.filter(({ code }) => code === "roots/search-cut" || code === "watch/limited");
  const existing = workspace.roots
    .filter(({ dir }) => existsAt(resolve(workspace.root, dir)))
    .map(({ dir }) => relative(workspace.root, resolve(workspace.root, dir)) || ".");
  if (failed.length > 0)
    return {
      level: "fail",
      what: "rule directories",
      found: failed.map(({ message }) => message).join(" "),
      fix: failed[0]?.hint ?? "Correct the paths.",
    };
  if (limited.length > 0)
    return {
      level: "warn",
      what: "rule directories",
      found: limited.map(({ message }) => message).join(" "),
      fix: limited[0]?.hint ?? "Raise the limit.",
    };
  if (existing.length === 0)
    return {
      level: "warn",
      what: "rule directories",
      found: "none",
      fix: "Run `precept init` to create one, or `precept create NAME` to create a rule.",
    };
  return { level: "ok", what: "rule directories", found: existing.join(", ") };
}

async function checkWritable({ root }: Workspace): Promise<Finding> {
  const dir = [join(root, ".precept/rules"), join(root, ".precept"), root].find((one) => existsAt(one)) ?? root;
  if (isWritable(dir)) return { level: "ok", what: "writing", found: `${relative(root, dir) || "the project"} is writable` };
  return {
    level: "warn",
    what: "writing",
    found: `${dir} is not writable`,
    fix: "Rules can be read but not changed. Check its permissions.",
  };
}

async function checkRules(workspace: Workspace): Promise<Finding> {
  const rules = await workspace.list();
  const diagnostics = (await workspace.diagnostics()).filter((one) => isSerious(one) && !/^(?:config|root)\//.test(one.code));
  if (diagnostics.length === 0) return { level: "ok", what: "rules", found: count(rules.length, "rule") };
  const level = diagnostics.some(({ severity }) => severity === "error") ? "fail" : "warn";
  return {
    level,
    what: "rules",
    found: `${count(rules.length, "rule")}, ${countDiagnostics(diagnostics)}`,
    fix: "Run `precept lint` to see them.",
  };
}

async function checkConflicts(workspace: Workspace, onProgress: ProgressListener): Promise<Finding> {
  const found = findConflicts(await workspace.list(), { onProgress });
  if (found.length === 0) return { level: "ok", what: "conflicts", found: "none" };
  return {
    level: "warn",
    what: "conflicts",
    found: count(found.length, "conflict"),
    fix: "Run `precept conflicts` to see them.",
  };
}

async function checkBudget(workspace: Workspace): Promise<Finding> {
  const { dropped, totals } = await workspace.resolve({}, { countUse: false });
  if (dropped.length === 0)
    return { level: "ok", what: "budget", found: `${count(totals.characters, "character")} in every prompt` };
  const names = dropped.map(({ rule }) => rule.name).join(", ");
  return {
    level: "warn",
    what: "budget",
    found: `dropped from every prompt: ${names}`,
    fix: "Shorten these rules, narrow when they apply, or raise budget.characters.",
  };
}

async function checkOverlay({ root }: Workspace): Promise<Finding> {
  const overlay = dirname(overlayDir);
  if (!existsAt(join(root, overlay))) return { level: "ok", what: "personal overlay", found: "none" };
  const project = openRoot(root);
  const hasLine = (path: string, line: RegExp): boolean => {
    const content = readFileInSync(project, path, { maxBytes: 1_048_576 });
    return content.kind === "bytes" && line.test(content.bytes.toString("utf8"));
  };
  const isIgnored =
    [join(dirname(overlay), ".gitignore"), ".gitignore"].some((path) => hasLine(path, /^\/?(?:\.precept\/)?local\/?\s*$/m)) ||
    hasLine(join(overlay, ".gitignore"), /^\*\s*$/m);
  if (isIgnored) return { level: "ok", what: "personal overlay", found: `${overlay}, ignored by git` };
  return {
    level: "warn",
    what: "personal overlay",
    found: `${overlay} is not ignored by git`,
    fix: "Add `local/` to .precept/.gitignore.",
  };
}
