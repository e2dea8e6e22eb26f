import { join } from "node:path";
import { compareText, PreceptError, type Diagnostic, type Rule } from "@precept/core";
import {
  findTextLink,
  LinkedDirectories,
  listSkillLocations,
  type ExcludedFile,
  type ImportNote,
  type SourceFile,
  type PresentFiles,
} from "@precept/transfer";
import { isSkillFile, peers, ruleLocations, type RuleLocation, type RuleSource } from "@precept/mdc-compat";
import { openRoot, pathInside, realPathAt, toPosix } from "@precept/files";
import { createFsStore, findRoots, type FsRoot } from "@precept/store-fs";
import { createMemoryIdentification } from "../context/memory-identity.ts";
import type { Workspace } from "../workspace.ts";
import { createExclusionCheck, type CandidateFile } from "./exclusions.ts";
import { reviewPeers } from "./review-peers.ts";

export interface FoundSources {
  readonly sources: readonly SourceFile[];
  /** Files that are not part of the project, or cannot be read. */
  readonly excluded: readonly ExcludedFile[];
  /** What is not carried over from the files of peers. */
  readonly notes: readonly ImportNote[];
}

export interface FindSourcesOptions {
  readonly chosen: readonly RuleSource[];
  /** Files and directories, relative to the project, whose rule files are never excluded. */
  readonly include: readonly string[];
  /** Whether the ledger has a file. It is not excluded. */
  readonly isManaged: (path: string) => boolean;
}

/** Finds other tools' files, also exported ones, and link targets. @throws PreceptError `OPTION_VALUE_INVALID` */
export async function findSources(
  workspace: Workspace,
  present: PresentFiles,
  { chosen, include, isManaged }: FindSourcesOptions,
): Promise<FoundSources> {
  const all = await listSources(workspace, present, { chosen, include });
  const findExclusion = await createExclusionCheck(workspace);
  for (const one of include) assertHasSource(one, all.sources);
  const isNamed = (path: string): boolean => include.some((one) => isBelow(path, one));
  const findReason = (file: CandidateFile): string | undefined =>
    isManaged(file.path) || isNamed(file.path) ? undefined : findExclusion(file);
  const sources: SourceFile[] = [];
  const excluded = new Map<string, string>();
  for (const { path, base, reason, dialect } of all.unread)
    if (chosen.includes(dialect)) excluded.set(path, findExclusion({ path, base }) ?? reason);
  const wanted = all.sources.filter(({ dialect }) => chosen.includes(dialect));
  const reviewed = await reviewPeers(chosen, wanted, {
    root: workspace.root,
    present,
    isManaged,
    diagnostics: all.diagnostics,
  });
  for (const source of wanted) {
    const { path = "", base } = source.rule.origin;
    const reason =
      findReason({ path, base, link: all.realPaths.get(path) }) ??
      explainStrayLink(source, all.sources) ??
      reviewed.excluded.get(path);
    if (reason === undefined) sources.push(source);
    else excluded.set(path, reason);
  }
  const targets = findTargets(sources, all.sources);
  for (const { rule } of targets) excluded.delete(rule.origin.path ?? "");
  return {
    sources: [...sources, ...targets],
    excluded: [...excluded]
      .map(([path, reason]) => ({ path, reason }))
      .toSorted((left, right) => compareText(left.path, right.path)),
    notes: reviewed.notes.filter(({ path }) => !excluded.has(path)),
  };
}

/** @throws PreceptError `OPTION_VALUE_INVALID` if there is no rule file at or below the path. */
function assertHasSource(include: string, sources: readonly SourceFile[]): void {
  if (sources.some(({ rule }) => isBelow(rule.origin.path ?? "", include))) return;
  const expected = "a rule file of another tool, or a directory that has some";
  throw new PreceptError("OPTION_VALUE_INVALID", { option: "include", value: include, expected });
}

function isBelow(path: string, parent: string): boolean {
  return parent === "" || path === parent || path.startsWith(`${parent}/`);
}

/** Says that a link leads out of the directory of its tool to a file that no tool reads as a rule. */
function explainStrayLink({ link, rule, inRoot }: SourceFile, all: readonly SourceFile[]): string | undefined {
  const { root = "." } = rule.origin;
  if (link === undefined || root === "." || rule.origin.path !== `${root}/${inRoot}` || link.startsWith(`${root}/`))
    return undefined;
  return all.some(({ rule: { origin } }) => origin.path === link) ? undefined : `a link to ${link}, which is not a rule file`;
}

/** Returns files that links lead to and that are no sources yet. A text that is a rule file's path is a link. */
function findTargets(sources: readonly SourceFile[], all: readonly SourceFile[]): readonly SourceFile[] {
  const byPath = new Map(all.map((source) => [source.rule.origin.path ?? "", source]));
  const known = new Set(sources.map(({ rule }) => rule.origin.path));
  const targets: SourceFile[] = [];
  const follow = (source: SourceFile): void => {
    const { link = findTextLink(source.rule.origin.path ?? "", source.file.text, source.rule)?.target } = source;
    const found = link === undefined ? undefined : byPath.get(link);
    if (link === undefined || known.has(link) || (found === undefined && source.link === undefined)) return;
    const target = found ?? createTarget(source, link);
    known.add(link);
    targets.push(target);
    follow(target);
  };
  for (const source of sources) follow(source);
  return targets;
}

/** Creates the source of a file that is a rule file only because a link leads to it. */
function createTarget(linked: SourceFile, path: string): SourceFile {
  const { link: _, ...source } = linked;
  return { ...source, rule: { ...source.rule, id: `project:${path}`, origin: { ...source.rule.origin, path } } };
}

interface UnreadFile {
  readonly path: string;
  readonly base: string | undefined;
  readonly reason: string;
  readonly dialect: RuleSource;
}

interface ListedSources {
  readonly sources: readonly SourceFile[];
  /** What the paths of sources lead to, without those that have no links in them. */
  readonly realPaths: ReadonlyMap<string, string>;
  readonly unread: readonly UnreadFile[];
  readonly diagnostics: readonly Diagnostic[];
}

async function listSources(
  { root, settings }: Workspace,
  present: PresentFiles,
  { chosen, include }: Pick<FindSourcesOptions, "chosen" | "include">,
): Promise<ListedSources> {
  const locations = [
    ...listPeerLocations(chosen),
    ...ruleLocations.filter(({ codec, personal }) => codec.id !== "precept" && personal !== true),
  ];
  const { roots } = await findRoots(root, locations, { ...settings.rootSearch, include });
  await using store = createFsStore({
    id: "import",
    roots,
    projectDir: root,
    readOnly: true,
    readsLinks: true,
    identifyMemory: createMemoryIdentification(settings),
  });
  const dialectOf = new Map(locations.map(({ codec, dialect }) => [codec.id, dialect]));
  const project = openRoot(root);
  const rules: Rule[] = [];
  for await (const { rule } of store.list()) rules.push(rule);
  const skillPaths = rules.flatMap(({ origin: { path } }) => (path !== undefined && isSkillFile(path) ? [path] : []));
  const directories = new LinkedDirectories(project, listSkillLocations([], skillPaths));
  const sources: SourceFile[] = [];
  const realPaths = new Map<string, string>();
  for (const rule of rules) {
    const { path = "" } = rule.origin;
    const real = realPathAt(join(root, path));
    const inside = real === undefined ? undefined : pathInside(project.real, real);
    if (inside !== undefined && toPosix(inside) !== path) realPaths.set(path, toPosix(inside));
    const used = inside === undefined ? path : directories.usedPathOf(toPosix(inside));
    const source = createSource(rule, dialectOf, present, used === path ? undefined : used);
    if (source !== undefined) sources.push(source);
  }
  const diagnostics = store.diagnostics();
  return { sources, realPaths, diagnostics, unread: diagnostics.flatMap((one) => explainUnread(one, roots, dialectOf)) };
}

/** The files of peers are only read if the import names the peer. */
function listPeerLocations(chosen: readonly RuleSource[]): readonly SourceLocation[] {
  return peers
    .filter((peer) => chosen.includes(peer))
    .flatMap((dialect) =>
      dialect.formats.flatMap(({ codec, locations }) => locations.map((location) => ({ ...location, dialect, codec }))),
    );
}

type SourceLocation = Omit<RuleLocation, "dialect"> & { readonly dialect: RuleSource };

function createSource(
  rule: Rule,
  dialectOf: ReadonlyMap<string, RuleSource>,
  present: PresentFiles,
  link: string | undefined,
): SourceFile | undefined {
  const { path, root: dir = ".", dialect: format = "" } = rule.origin;
  const dialect = dialectOf.get(format);
  if (path === undefined || dialect === undefined) return undefined;
  const file = present.at(link ?? path);
  if (typeof file !== "object") return undefined;
  const inRoot = dir === "." ? path : path.slice(dir.length + 1);
  return { dialect, format, rule, inRoot, file, ...(link !== undefined && { link }) };
}

/** Why a file that has the name of a rule file was not read. */
const unreadReasons: Readonly<Record<string, string>> = {
  "root/link-escapes": "a link out of the project",
  "file/link-escapes": "a link out of the project",
  "file/link-broken": "a broken link",
  "file/link-loop": "a loop of links",
  "file/secret": "a link to a private file",
  "file/too-large": "too large",
  "file/not-text": "not UTF-8 text",
  "file/unreadable": "cannot be read",
  "file/not-regular": "not a regular file",
};

function explainUnread({ code, file: path }: Diagnostic, roots: readonly FsRoot[], dialectOf: ReadonlyMap<string, RuleSource>) {
  const reason = unreadReasons[code];
  if (reason === undefined || path === undefined) return [];
  const root = roots.find(({ dir, files }) => {
    const prefix = dir === "." ? "" : `${dir}/`;
    return files === undefined ? path === dir || path.startsWith(prefix) : files.some((name) => path === prefix + name);
  });
  const dialect = dialectOf.get(root?.codec.id ?? "");
  return root === undefined || dialect === undefined ? [] : [{ path, base: root.base, reason, dialect }];
}
