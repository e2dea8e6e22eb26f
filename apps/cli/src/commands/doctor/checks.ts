import { dirname, join, relative, resolve } from "node:path";
import { verifyLogsOf } from "@precept/audit-log";
import type { ProgressListener } from "@precept/core";
import { existsAt, isSupportedNode, isWritable, minimumNode, openRoot, readFileInSync } from "@precept/files";
import { lacksTests } from "@precept/governance";
import { findConflicts } from "@precept/lint";
import { configPath, overlayDir, projectMarks, type Workspace } from "@precept/workspace";
import { fail, ok, problems, warn, type Check, type Finding } from "./finding.ts";
import { findUnparsedPolicies } from "./unparsed-policies.ts";
import { countDiagnostics, isSerious } from "../../terminal/diagnostics.ts";
import { count, printable } from "../../terminal/text.ts";

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
  return isSupportedNode() ? ok("runtime", found) : fail("runtime", found, `Precept needs Node ${minimumNode} or newer.`);
}

async function checkProject({ root }: Workspace): Promise<Finding> {
  const isProject = projectMarks.some((mark) => existsAt(join(root, mark)));
  if (isProject) return ok("project", root);
  const fix = "Run `precept init` to set up a project here, or pass --root.";
  return warn("project", `${root} has no .precept, .git or .cursor`, fix);
}

async function checkConfig(workspace: Workspace): Promise<Finding> {
  const diagnostics = (await workspace.diagnostics()).filter(({ code }) => code.startsWith("config/"));
  if (diagnostics.length > 0)
    return fail("configuration", `${countDiagnostics(diagnostics)} in ${configPath}`, "Run `precept lint` to see them.");
  return ok("configuration", existsAt(join(workspace.root, configPath)) ? configPath : "none (using defaults)");
}

async function checkRoots(workspace: Workspace): Promise<Finding> {
  const found = await workspace.diagnostics();
  const failed = found.filter(({ code }) => code.startsWith("root/"));
  const limited = found.filter(({ code }) => code === "roots/search-cut" || code === "watch/limited");
  const existing = workspace.roots
    .filter(({ dir }) => existsAt(resolve(workspace.root, dir)))
    .map(({ dir }) => relative(workspace.root, resolve(workspace.root, dir)) || ".");
  if (failed.length > 0)
    return fail("rule directories", failed.map(({ message }) => message).join(" "), failed[0]?.hint ?? "Correct the paths.");
  if (limited.length > 0)
    return warn("rule directories", limited.map(({ message }) => message).join(" "), limited[0]?.hint ?? "Raise the limit.");
  if (existing.length === 0)
    return warn("rule directories", "none", "Run `precept init` to create one, or `precept create NAME` to create a rule.");
  return ok("rule directories", existing.join(", "));
}

async function checkWritable({ root }: Workspace): Promise<Finding> {
  const dir = [join(root, ".precept/rules"), join(root, ".precept"), root].find((one) => existsAt(one)) ?? root;
  if (isWritable(dir)) return ok("writing", `${relative(root, dir) || "the project"} is writable`);
  return warn("writing", `${dir} is not writable`, "Rules can be read but not changed. Check its permissions.");
}

async function checkRules(workspace: Workspace): Promise<Finding> {
  const rules = await workspace.list();
  const diagnostics = (await workspace.diagnostics()).filter((one) => isSerious(one) && !/^(?:config|root)\//.test(one.code));
  if (diagnostics.length === 0) return ok("rules", count(rules.length, "rule"));
  const found = `${count(rules.length, "rule")}, ${countDiagnostics(diagnostics)}`;
  return problems("rules", found, diagnostics, "Run `precept lint` to see them.");
}

async function checkConflicts(workspace: Workspace, onProgress: ProgressListener): Promise<Finding> {
  const found = findConflicts(await workspace.list(), { onProgress });
  if (found.length === 0) return ok("conflicts", "none");
  return warn("conflicts", count(found.length, "conflict"), "Run `precept conflicts` to see them.");
}

async function checkBudget(workspace: Workspace): Promise<Finding> {
  const { dropped, totals } = await workspace.resolve({}, { countUse: false });
  if (dropped.length === 0) return ok("budget", `${count(totals.characters, "character")} in every prompt`);
  const found = `dropped from every prompt: ${dropped.map(({ rule }) => rule.name).join(", ")}`;
  return warn("budget", found, "Shorten these rules, narrow when they apply, or raise budget.characters.");
}

async function checkOverlay({ root }: Workspace): Promise<Finding> {
  const overlay = dirname(overlayDir);
  if (!existsAt(join(root, overlay))) return ok("personal overlay", "none");
  const project = openRoot(root);
  const hasLine = (path: string, line: RegExp): boolean => {
    const content = readFileInSync(project, path, { maxBytes: 1_048_576 });
    return content.kind === "bytes" && line.test(content.bytes.toString("utf8"));
  };
  const isIgnored =
    [join(dirname(overlay), ".gitignore"), ".gitignore"].some((path) => hasLine(path, /^\/?(?:\.precept\/)?local\/?\s*$/m)) ||
    hasLine(join(overlay, ".gitignore"), /^\*\s*$/m);
  if (isIgnored) return ok("personal overlay", `${overlay}, ignored by git`);
  return warn("personal overlay", `${overlay} is not ignored by git`, "Add `local/` to .precept/.gitignore.");
}

async function checkPolicies({ policies }: Workspace): Promise<Finding> {
  const [active, diagnostics] = [await policies.list(), (await policies.diagnostics()).filter(isSerious)];
  const shadows = active.filter(({ mode, enabled }) => enabled && mode === "shadow").length;
  const failing = diagnostics.filter(({ code }) => code.startsWith("policy/test-")).length;
  const untested = active.filter(lacksTests).map(({ id }) => printable(id));
  const unparsed = await findUnparsedPolicies(policies, active);
  const found = [
    active.length === 0 ? "none" : `${active.length} active`,
    ...(shadows > 0 ? [`${shadows} in shadow mode`] : []),
    ...(failing > 0 ? [count(failing, "failing test")] : []),
    ...(untested.length > 0 ? [`${untested.length} without tests (${untested.join(", ")})`] : []),
    ...(unparsed.ids.length > 0
      ? [`${unparsed.ids.length} not checked in all languages (${unparsed.ids.map(printable).join(", ")})`]
      : []),
    ...(diagnostics.length > 0 ? [countDiagnostics(diagnostics)] : []),
  ].join(", ");
  if (diagnostics.length === 0 && unparsed.ids.length > 0) {
    const reasons = unparsed.reasons.map((reason) => `A policy ${printable(reason)}.`);
    return warn("policies", found, [...reasons, "Install the package beside Precept."].join(" "));
  }
  if (diagnostics.length === 0) return ok("policies", found);
  return problems("policies", found, diagnostics, "Run `precept policies test` to see them.");
}

async function checkAuditLog({ policies }: Workspace): Promise<Finding> {
  const what = "audit log";
  const { isIntact, reports } = await verifyLogsOf(await policies.auditLog());
  if (reports.length === 0) return ok(what, "no entries yet");
  const entries = reports.reduce((sum, report) => sum + report.entries, 0);
  const found = count(entries, "entry", "entries");
  if (isIntact) return ok(what, `${found}, intact`);
  return fail(what, `${found}, modified`, "Run `precept audit verify` to see what was modified.");
}
