import { lengthIn } from "../format/notes.ts";
import type { Dialect } from "../dialect.ts";
import { composeFile } from "./compose-file.ts";
import type { ExportDraft, RuleReport, WantedFile } from "./draft.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";

/** What lies at a path. */
export interface PresentFile {
  readonly text: string;
  /** The SHA-256 of its bytes. */
  readonly sha256: string;
}

/** Why a file can't be touched. */
export type BlockReason =
  /** It was there before, and Precept neither wrote nor imported it. */
  | "foreign"
  /** Somebody changed it since Precept last wrote it. */
  | "changed"
  /** It is a link, a directory, no text, or lies behind a link that leads out of the project. */
  | "unusable";

/** What is to be done about one file. */
export interface ExportAction {
  readonly kind: "create" | "update" | "unchanged" | "delete" | "blocked";
  readonly path: string;
  readonly targets: readonly string[];
  /** The ids of the rules that it says, or said. */
  readonly rules: readonly string[];
  /** What it is to hold; absent where it is to go. */
  readonly after?: string;
  /** What it holds; absent where it is not there, or can't be read. */
  readonly before?: string;
  readonly beforeSha256?: string;
  readonly reason?: BlockReason;
}

/** A limit of a target that what it is to read goes beyond. */
export interface LimitReport {
  readonly target: Dialect;
  readonly path: string;
  readonly length: number;
  readonly most: number;
  readonly unit: "characters" | "bytes";
  readonly meaning: string;
}

/** An export as a value: what would be written, deleted and left alone, and why. */
export interface ExportPlan {
  /** By path. */
  readonly actions: readonly ExportAction[];
  readonly left: readonly RuleReport[];
  readonly reduced: readonly RuleReport[];
  readonly there: ExportDraft["there"];
  readonly limits: readonly LimitReport[];
  /** What the ledger says when all is done. */
  readonly ledger: Ledger;
}

export interface ExportSurroundings {
  /** What lies at the paths of the draft and of the ledger. */
  readonly present: ReadonlyMap<string, PresentFile | "unusable">;
  readonly ledger: Ledger;
  /** The ids of the targets that the export is about: files of others are left alone. */
  readonly targets: readonly string[];
  readonly hash: (text: string) => string;
}

/** Compares what a draft wants with what is there. */
export function planExport(draft: ExportDraft, surroundings: ExportSurroundings): ExportPlan {
  const { ledger, targets } = surroundings;
  const wanted = draft.files.map((file) => planFile(file, surroundings));
  const paths = new Set(draft.files.map(({ path }) => path));
  const stale = [...ledger].filter(
    ([path, entry]) => !paths.has(path) && entry.targets.every((target) => targets.includes(target)),
  );
  const actions = [...wanted, ...stale.flatMap(([path, entry]) => planRemoval(path, entry, surroundings))];
  return {
    actions: actions.toSorted((left, right) => (left.path < right.path ? -1 : 1)),
    left: draft.left,
    reduced: draft.reduced,
    there: draft.there,
    limits: checkTotals(draft.files, wanted),
    ledger: ledgerAfter(
      draft,
      actions,
      stale.map(([path]) => path),
      surroundings,
    ),
  };
}

function planFile(file: WantedFile, { present, ledger, hash }: ExportSurroundings): ExportAction {
  const found = present.get(file.path);
  const entry = ledger.get(file.path);
  const isOurs = typeof found === "object" && entry !== undefined && isAsWritten(found, entry);
  const after = composeFile(file, isOurs ? found.text : undefined);
  const shared = { path: file.path, targets: file.targets.map(({ id }) => id), rules: file.rules.map(({ id }) => id), after };
  if (found === undefined) return { kind: "create", ...shared };
  if (found === "unusable") return { kind: "blocked", ...shared, reason: "unusable" };
  const before = { before: found.text, beforeSha256: found.sha256 };
  if (hash(after) === found.sha256) return { kind: "unchanged", ...shared, ...before };
  if (isOurs) return { kind: "update", ...shared, ...before };
  return { kind: "blocked", ...shared, ...before, reason: entry === undefined ? "foreign" : "changed" };
}

/** An empty file is what a system that failed in mid-write may leave: nobody's work is lost with it. */
function isAsWritten({ text, sha256 }: PresentFile, entry: LedgerEntry): boolean {
  return sha256 === entry.sha256 || sha256 === entry.next || text === "";
}

/** A file that no rule asks for any more goes, if it is as it was written. */
function planRemoval(path: string, entry: LedgerEntry, { present }: ExportSurroundings): readonly ExportAction[] {
  const found = present.get(path);
  const shared = { path, targets: entry.targets, rules: entry.rules };
  if (found === undefined) return [];
  if (found === "unusable") return [{ kind: "blocked", ...shared, reason: "unusable" }];
  const before = { before: found.text, beforeSha256: found.sha256 };
  const isOurs = isAsWritten(found, entry);
  return [isOurs ? { kind: "delete", ...shared, ...before } : { kind: "blocked", ...shared, ...before, reason: "changed" }];
}

function ledgerAfter(
  draft: ExportDraft,
  actions: readonly ExportAction[],
  stale: readonly string[],
  { ledger, hash }: ExportSurroundings,
): Ledger {
  const after = new Map(ledger);
  const files = new Map(draft.files.map((file) => [file.path, file]));
  for (const path of stale) after.delete(path);
  for (const action of actions) {
    const before = ledger.get(action.path);
    if (action.kind === "blocked") {
      // It stays in the books: what was written is still somebody's.
      if (before !== undefined) after.set(action.path, before);
      continue;
    }
    const file = files.get(action.path);
    if (file === undefined || action.after === undefined) continue;
    after.set(action.path, {
      targets: [...new Set([...action.targets, ...(before?.targets ?? [])])].toSorted(),
      format: file.codec.id,
      rules: action.rules,
      sha256: (action.kind === "unchanged" ? action.beforeSha256 : undefined) ?? hash(action.after),
      ...file.kept,
    });
  }
  return after;
}

/** Some tools read several files together, up to a limit: a file, and those of the directories around it. */
function checkTotals(files: readonly WantedFile[], actions: readonly ExportAction[]): readonly LimitReport[] {
  const texts = new Map(actions.map(({ path, after = "" }) => [path, after]));
  return files.flatMap(({ path, targets }) =>
    targets.flatMap((target) => {
      const { output } = target;
      return output.facts.limits
        .filter(({ of }) => of === "all")
        .flatMap(({ most, unit, meaning }) => {
          const together = output.kind === "joined" ? chainOf(path, output.file) : [...texts.keys()];
          const length = together.reduce((sum, one) => sum + lengthIn(texts.get(one) ?? "", unit), 0);
          return length > most ? [{ target, path, length, most, unit, meaning }] : [];
        });
    }),
  );
}

/** The file in each directory from the root down to the path's own. */
function chainOf(path: string, name: string): readonly string[] {
  const dirs = path.slice(0, -name.length).split("/").slice(0, -1);
  return [name, ...dirs.map((_, at) => `${dirs.slice(0, at + 1).join("/")}/${name}`)];
}
