import { dirname, join, resolve } from "node:path";
import { checkRules, checkText, reportFilesNotListed } from "@precept/lint";
import { expandReferences, type Diagnostic, type ProgressListener, type Rule, type RuleCodec } from "@precept/core";
import { autoCodec, findFileLocation, findLocation } from "@precept/mdc-compat";
import { checkEvidence, readResults } from "@precept/evals/results";
import { openRoot, pathInside, type FileIdentity } from "@precept/files";
import { identifyMemory } from "@precept/agent-context/identify-memory";
import { createFsStore, readRuleFile, type FsRoot } from "@precept/store-fs";
import type { Workspace } from "@precept/workspace";
import { listProjectFiles, maxFiles } from "@precept/workspace/project-files";
import { isDirectory } from "../../files/read-text.ts";
import { readRuleText, type RuleText } from "./rule-texts.ts";
import { createSkillFileCheck } from "./skill-files.ts";
import { findMoreSecrets } from "./secretlint.ts";

interface LintedFile extends RuleText {
  readonly codec: RuleCodec;
  /** Its path in its root, with `/`. */
  readonly inRoot: string;
}

export interface Findings {
  readonly rules: readonly Rule[];
  readonly files: readonly LintedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Reading extends Omit<Findings, "files"> {
  readonly roots: readonly FsRoot[];
}

/**
 * Checks rules and rule files.
 *
 * @param paths the files and directories to check, absolute. If empty, all rules of the workspace are checked.
 */
export async function collect(workspace: Workspace, paths: readonly string[], onProgress: ProgressListener): Promise<Findings> {
  // Comes first, because a missing path fails the command.
  const readers = paths.map((path) => ({ path, read: isDirectory(path) ? readDirectory : readFile }));
  const unknown = readers.filter(({ path }) => !isKnown(path, workspace));
  const readings = await Promise.all([
    readWorkspace(workspace, paths),
    ...unknown.map(({ path, read }) => read(path, workspace)),
  ]);
  const rules = readings.flatMap((reading) => reading.rules);
  const diagnostics = readings.flatMap((reading) => reading.diagnostics);
  const roots = readings.flatMap((reading) => reading.roots);
  const files = filesOf(workspace.root, { rules, diagnostics, roots });
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const [expanded, projectFiles, secrets] = await Promise.all([
    expandReferences(rules, workspace.references),
    listProjectFiles(workspace.root, (done) => onProgress({ step: "Listing files", done })),
    findMoreSecrets(files),
  ]);
  const own = files.flatMap(({ text, file }, done) => {
    onProgress({ step: "Checking texts", done, total: files.length });
    return checkText(text, file);
  });
  const together = checkRules(rules, {
    textOf: ({ origin }) => (origin.path === undefined ? undefined : texts.get(origin.path)),
    files: projectFiles,
    budget: workspace.settings.answer.budget,
    tokens: await workspace.tokenCounter(),
    hasSkillFile: createSkillFileCheck(workspace.root),
    onProgress,
  });
  return {
    rules,
    files,
    diagnostics: [
      ...diagnostics,
      ...expanded.diagnostics,
      ...own,
      ...rules.filter(({ origin }) => origin.path === undefined).flatMap(checkStored),
      ...secrets.filter((secret) => !own.some((found) => isSame(found, secret))),
      ...(projectFiles === undefined ? [reportFilesNotListed(maxFiles)] : []),
      ...together,
      ...checkEvidence(rules, await readResults(workspace.root)),
    ],
  };
}

function isSame(left: Diagnostic, right: Diagnostic): boolean {
  return left.code === right.code && left.file === right.file && left.line === right.line;
}

function checkStored({ name, content }: Rule): readonly Diagnostic[] {
  return checkText(content).map(
    ({ line: _line, column: _column, endLine: _endLine, endColumn: _endColumn, fix: _fix, ...found }) => ({
      ...found,
      message: `In the rule "${name}": ${found.message}`,
    }),
  );
}

async function readWorkspace(workspace: Workspace, paths: readonly string[]): Promise<Reading> {
  const isSelected = (file: string): boolean =>
    paths.length === 0 || paths.some((path) => pathInside(path, resolve(workspace.root, file)) !== undefined);
  const rules = (await workspace.list()).filter(({ origin }) =>
    origin.path === undefined ? paths.length === 0 : isSelected(origin.path),
  );
  const diagnostics = (await workspace.diagnostics()).filter(({ file }) => file === undefined || isSelected(file));
  return { rules, diagnostics, roots: workspace.roots };
}

/** Whether the workspace reads a path. */
function isKnown(path: string, workspace: Workspace): boolean {
  return workspace.roots.some((root) => {
    const dir = resolve(workspace.root, root.dir);
    return (
      inRootOf(root, dir, path) !== undefined ||
      (root.files ?? [""]).some((name) => pathInside(path, join(dir, name)) !== undefined)
    );
  });
}

/** The path of a file in a root; undefined if the root does not read it. */
function inRootOf({ files }: FsRoot, dir: string, path: string): string | undefined {
  const inRoot = pathInside(dir, path);
  return inRoot === undefined || (files !== undefined && !files.includes(inRoot)) ? undefined : inRoot;
}

async function readDirectory(dir: string, workspace: Workspace): Promise<Reading> {
  const root = { dir, codec: findLocation(dir)?.codec ?? autoCodec };
  const options = { projectDir: workspace.root, readOnly: true, identifyMemory: memoryOf(workspace) };
  await using store = createFsStore({ id: "lint", roots: [root], ...options });
  const rules: Rule[] = [];
  for await (const { rule } of store.list()) rules.push(rule);
  return { rules, diagnostics: store.diagnostics(), roots: [root] };
}

/** The agent's memory is no rule, under none of its names: messages quote rules, and others may see them. */
function memoryOf({ context }: Workspace): () => FileIdentity {
  return () => identifyMemory(openRoot(context.dir));
}

async function readFile(path: string, workspace: Workspace): Promise<Reading> {
  const codec = codecFor(path);
  const { rule, diagnostics } = await readRuleFile(path, codec, workspace.root, { identifyMemory: memoryOf(workspace) });
  return { rules: rule === undefined ? [] : [rule], diagnostics, roots: [{ dir: dirname(path), codec }] };
}

function codecFor(path: string): RuleCodec {
  for (let dir = dirname(path); dir !== dirname(dir); dir = dirname(dir)) {
    const codec = findLocation(dir)?.codec;
    if (codec !== undefined) return codec;
  }
  return findFileLocation(path)?.codec ?? autoCodec;
}

/** The files of the rules, and files with diagnostics that contain no rule. */
function filesOf(projectDir: string, { rules, diagnostics, roots }: Reading): readonly LintedFile[] {
  const memories = new Set(diagnostics.flatMap(({ code, file }) => (code === "file/agent-memory" ? (file ?? []) : [])));
  const names = new Set([...rules.flatMap(({ origin }) => origin.path ?? []), ...diagnostics.flatMap(({ file }) => file ?? [])]);
  const locations = roots.map((root) => ({ root, dir: resolve(projectDir, root.dir), codec: root.codec }));
  return [...names].flatMap((name): readonly LintedFile[] => {
    const path = resolve(projectDir, name);
    // Of nested roots, the innermost one reads the file.
    const [location] = locations
      .map(({ root, dir, codec }) => ({ dir, codec, inRoot: inRootOf(root, dir, path) ?? "" }))
      .filter(({ inRoot }) => inRoot !== "")
      .toSorted((left, right) => right.dir.length - left.dir.length);
    const text = location === undefined || memories.has(name) ? undefined : readRuleText(projectDir, name);
    return location === undefined || text === undefined ? [] : [{ ...text, codec: location.codec, inRoot: location.inRoot }];
  });
}
