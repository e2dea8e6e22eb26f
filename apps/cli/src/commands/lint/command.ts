import { statSync } from "node:fs";
import { resolve } from "node:path";
import { expandReferences, PreceptError, toWireDiagnostic, type Diagnostic, type Rule } from "@precept/core";
import { anyDialect, findLocation } from "@precept/mdc-compat";
import { createFsStore, pathInside, readRuleFile } from "@precept/store-fs";
import type { Workspace } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { isSerious } from "../../terminal/problems.ts";
import { viewFindings, type Findings } from "./view.ts";

export async function lint({ workspace, settings }: Call): Promise<CommandResult> {
  const paths = settings.files.map((path) => ({ path, isDirectory: isDirectory(path) }));
  const known = await checkWorkspace(
    workspace,
    (file) => paths.length === 0 || paths.some(({ path }) => pathInside(path, resolve(workspace.root, file)) !== undefined),
  );
  const dirs = workspace.roots.map(({ dir }) => resolve(workspace.root, dir));
  const others = paths.filter(({ path }) =>
    dirs.every((dir) => pathInside(dir, path) === undefined && pathInside(path, dir) === undefined),
  );
  const checked = await Promise.all(
    others.map((other) => (other.isDirectory ? checkDirectory(other.path, workspace) : checkFile(other.path, workspace))),
  );
  const findings = [known, ...checked].reduce(join);
  return {
    code: findings.diagnostics.some(isSerious) ? exitCodes.findings : exitCodes.fine,
    json: { rules: findings.rules, diagnostics: findings.diagnostics.map(toWireDiagnostic) },
    text: (style) => viewFindings(findings, style),
  };
}

function join(left: Findings, right: Findings): Findings {
  return { rules: left.rules + right.rules, diagnostics: [...left.diagnostics, ...right.diagnostics] };
}

/** The workspace's own rules, as far as their files are meant, with the files that they refer to. */
async function checkWorkspace(workspace: Workspace, isMeant: (file: string) => boolean): Promise<Findings> {
  const rules = (await workspace.list()).filter(({ origin }) => origin.path === undefined || isMeant(origin.path));
  const diagnostics = (await workspace.diagnostics()).filter(({ file }) => file === undefined || isMeant(file));
  return check(rules, diagnostics, workspace);
}

/** A directory that the workspace does not read. */
async function checkDirectory(dir: string, workspace: Workspace): Promise<Findings> {
  const root = { dir, codec: findLocation(dir)?.codec ?? anyDialect };
  await using store = createFsStore({ id: "lint", roots: [root], projectDir: workspace.root, readOnly: true });
  const rules: Rule[] = [];
  for await (const { rule } of store.list()) rules.push(rule);
  return await check(rules, store.diagnostics(), workspace);
}

async function checkFile(path: string, workspace: Workspace): Promise<Findings> {
  const { rule, diagnostics } = await readRuleFile(path, anyDialect, workspace.root);
  return check(rule === undefined ? [] : [rule], diagnostics, workspace);
}

async function check(rules: readonly Rule[], diagnostics: readonly Diagnostic[], { references }: Workspace): Promise<Findings> {
  const expanded = await expandReferences(rules, references);
  return { rules: rules.length, diagnostics: [...diagnostics, ...expanded.diagnostics] };
}

function isDirectory(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) return found.isDirectory();
  throw new PreceptError("OPTION_INVALID", {
    option: "A path to check",
    value: path,
    expected: "a file or a directory that exists",
  });
}
