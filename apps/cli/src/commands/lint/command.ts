import { statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { expandReferences, PreceptError, toWireDiagnostic } from "@precept/core";
import { anyDialect } from "@precept/mdc-compat";
import { readRuleFile } from "@precept/store-fs";
import { exitCodes, type ExitCode } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { openProject, type Project } from "../../project/open-project.ts";
import { readSettings, type Settings } from "../../project/settings.ts";
import { isSerious } from "../../terminal/problems.ts";
import { styleFor } from "../../terminal/style.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { viewFindings, type Findings } from "./view.ts";

export async function lint(paths: readonly string[], options: SharedOptions, terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(options, terminal, paths);
  const findings = settings.files.length === 0 ? await lintProject(settings) : await lintPaths(settings);
  const { rules, diagnostics } = findings;
  if (settings.json) terminal.out(`${JSON.stringify({ rules, diagnostics: diagnostics.map(toWireDiagnostic) }, undefined, 2)}\n`);
  else terminal.out(viewFindings(findings, styleFor(terminal)));
  return diagnostics.some(isSerious) ? exitCodes.findings : exitCodes.fine;
}

async function lintProject(settings: Settings): Promise<Findings> {
  await using project = await openProject(settings);
  return await checkRules(project, () => true);
}

/** What is wrong with the files that are meant, and with the files that their rules refer to. */
async function checkRules({ rulebook, references }: Project, isMeant: (file: string | undefined) => boolean): Promise<Findings> {
  const rules = (await rulebook.list()).filter((rule) => isMeant(rule.origin.path));
  const { diagnostics } = await expandReferences(rules, references);
  return {
    rules: rules.length,
    diagnostics: [...(await rulebook.diagnostics()).filter(({ file }) => isMeant(file)), ...diagnostics],
  };
}

/** Checks what the paths hold: the project's own rules among it as the project reads them, everything else by itself. */
async function lintPaths(settings: Settings): Promise<Findings> {
  const paths = settings.files.map((path) => ({ path, isDirectory: isDirectory(path) }));
  const dirs = await ruleDirs(settings);
  const isKnown = (path: string) => dirs.some((dir) => isInside(dir, path) || isInside(path, dir));
  const others = paths.filter(({ path }) => !isKnown(path));
  const rulesDirs = [...settings.rulesDirs, ...others.filter((other) => other.isDirectory).map(({ path }) => path)];
  await using project = await openProject({ ...settings, rulesDirs });
  const isMeant = (file: string | undefined) =>
    file !== undefined && paths.some(({ path }) => isInside(path, resolve(settings.root, file)));
  const { rules, diagnostics } = await checkRules(project, isMeant);
  const files = others.filter((other) => !other.isDirectory);
  const read = await Promise.all(files.map(({ path }) => readRuleFile(path, anyDialect, settings.root)));
  return {
    rules: rules + read.filter(({ rule }) => rule !== undefined).length,
    diagnostics: [...diagnostics, ...read.flatMap((file) => file.diagnostics)],
  };
}

/** The directories that the project's rules are in, whether or not they exist. */
async function ruleDirs(settings: Settings): Promise<readonly string[]> {
  await using project = await openProject(settings);
  return project.roots.map(({ dir }) => resolve(settings.root, dir));
}

function isDirectory(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new PreceptError("OPTION_INVALID", {
      option: "A path to check",
      value: path,
      expected: "a file or a directory that exists",
    });
  return found.isDirectory();
}

function isInside(dir: string, path: string): boolean {
  const way = relative(dir, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
