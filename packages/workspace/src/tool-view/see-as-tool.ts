import { basename } from "node:path";
import { createRulebook, type ResolveRequest, type Rule } from "@precept/core";
import { randomId } from "@precept/files";
import { findReadLimits, findRuleImports, type Dialect, type ParsableRead } from "@precept/mdc-compat";
import { dialectNamed, isCopy, type Ledger } from "@precept/transfer";
import { createFsStore, createReferenceReader, type FsRoot } from "@precept/store-fs";
import { createMemoryIdentification } from "../context/memory-identity.ts";
import type { WorkspaceResolveOptions } from "../options.ts";
import type { WorkspacePlan } from "../plan.ts";
import { createPrivacyCheck } from "../private-files.ts";
import { loadLedger } from "../load-ledger.ts";
import type { SeenFile, ToolView, UnservedRule } from "../tool-view.ts";
import { findToolFiles } from "./find-tool-files.ts";

export { dialectNamed };

/** The maximum size of a file, in bytes. Tools have their own limits, which cut the text instead. */
const maxBytes = 16_777_216;

interface ViewContext {
  readonly plan: WorkspacePlan;
  /** The rules that Precept would deliver. */
  readonly rules: readonly Rule[];
  readonly options: WorkspaceResolveOptions;
}

/** Resolves a request with the files that a tool reads. Precept's rules count only if exported to one of them. */
export async function seeAsTool(dialect: Dialect, request: ResolveRequest, context: ViewContext): Promise<ToolView> {
  const { plan, rules, options } = context;
  const { read, notRead } = await findToolFiles(plan, dialect.id, request);
  const positions = new Map(read.map(({ path }, index) => [path, index]));
  const isPrivate = createPrivacyCheck(plan.root, plan.trust);
  const identifyMemory = createMemoryIdentification(plan.settings);
  await using store = createFsStore({
    id: "fs",
    roots: toRoots(read),
    projectDir: plan.root,
    trustedDirs: plan.trust.project.trusted,
    isPrivate,
    identifyMemory,
    readOnly: true,
    maxBytes,
  });
  await using rulebook = createRulebook({
    stores: [store],
    root: plan.root,
    references: createReferenceReader({
      projectDir: plan.root,
      allowedDirs: [plan.root, ...plan.settings.referenceDirs],
      maxBytes,
      importsIn: findRuleImports,
      // A rule file is no private file, although git can ignore exported ones.
      isPrivate: async (path) => basename(path) !== dialect.importing?.imported && (await isPrivate(path)),
      identifyMemory,
    }),
    newRequestId: randomId,
    now: () => new Date().toISOString(),
    countUse: false,
  });
  const { model: _model, budget: _budget, order: _order, ...others } = options;
  const resolution = await rulebook.resolve(
    { ...request, tool: dialect.id },
    {
      ...others,
      countUse: false,
      toolLimits: findReadLimits(dialect.id),
      readOrder: ({ origin }) => positions.get(origin.path ?? "") ?? positions.size,
    },
  );
  const { ledger } = loadLedger(plan.root);
  const files = [
    ...read.map(({ path, format, status, reason }) => ({ path, format, status, ...(reason !== undefined && { reason }) })),
    ...notRead,
  ].map((file): SeenFile => ({ ...file, rules: listRules(ledger, file.path) }));
  return {
    tool: dialect.id,
    title: dialect.title,
    resolution,
    files,
    unserved: listUnserved(rules, dialect, files, ledger),
    diagnostics: store.diagnostics(),
  };
}

/** One root for the files of each directory that are parsed with one codec, in the order of the tool. */
function toRoots(read: readonly ParsableRead[]): readonly FsRoot[] {
  const groups = Map.groupBy(read, (file) => JSON.stringify([file.dir, baseOf(file), file.codec.id]));
  return ([...groups.values()] as [ParsableRead, ...ParsableRead[]][]).map((files): FsRoot => {
    const [first] = files;
    const { dir, codec } = first;
    const base = baseOf(first);
    const names = files.map(({ relativePath }) => relativePath);
    return { dir: dir === "" ? "." : dir, codec, files: names, scope: "project", optional: true, ...(base !== "" && { base }) };
  });
}

/** The directory that the rules of a file apply to. */
function baseOf({ base, everywhere }: ParsableRead): string {
  return everywhere ? "" : base;
}

/** Lists the rules in an exported file, also through a link to it. */
function listRules(ledger: Ledger, path: string): readonly string[] {
  const entry = ledger.get(path);
  return ledger.get(entry?.link ?? path)?.rules ?? entry?.rules ?? [];
}

/** Lists the rules that a tool reads in no file, except rules of other tools' files, which are listed as files. */
function listUnserved(rules: readonly Rule[], { id, title, aliases }: Dialect, files: readonly SeenFile[], ledger: Ledger) {
  const read = files.filter(({ status }) => status === "read");
  const served = new Set(read.flatMap(({ rules: ids }) => ids));
  const paths = new Set(files.map(({ path }) => path));
  return rules.flatMap((rule): readonly UnservedRule[] => {
    if (
      served.has(rule.id) ||
      (rule.origin.path !== undefined && paths.has(rule.origin.path) && rule.origin.dialect !== "precept")
    )
      return [];
    if (rule.origin.path !== undefined && read.some(({ path }) => path === rule.origin.path)) return [];
    return [{ rule, reason: explain(rule) }];
  });

  function explain({ id: rule, targets, enabled, pending, scope, origin }: Rule): string {
    if (!enabled) return "disabled";
    if (pending) return "not approved yet";
    if (origin.overlay === true) return "an overlay of one user, which only Precept delivers";
    if (targets.length > 0 && ![id, ...aliases].some((name) => targets.includes(name))) return `only for ${targets.join(", ")}`;
    if (scope !== "project") return `a ${scope} rule, which only Precept delivers`;
    const exported = [...ledger].flatMap(([path, entry]) => (entry.rules.includes(rule) && !isCopy(entry) ? [path] : []));
    return exported.length === 0 ? "not exported" : `exported to ${exported.join(", ")}, which ${title} does not read`;
  }
}
