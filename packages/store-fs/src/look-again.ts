import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { StoreChange } from "@precept/core";
import { directoryIn, kindIn, locate, pathInside } from "@precept/files";
import { isRuleFile } from "./list-files.ts";
import { loadRoots, planFile, readAll, type Roots } from "./load.ts";
import type { ReadFile } from "./read-rule.ts";
import type { RootPlace } from "./root-place.ts";
import { joinChanges, type PlannedFile, type Shelf, type ShelvedFile } from "./shelf.ts";
import type { RootWatcher } from "./watch.ts";

/** How long, in milliseconds, to wait before each further attempt to read a file that looks unfinished. Together a tenth of a second. */
const pauses = [1, 2, 4, 8, 16, 32, 37];

/**
 * Takes note of what became of some paths, and yields what changed: at once what is clear, and up to a tenth of a second later what became of
 * files that hold no rule, or nothing. Somebody is probably in the middle of writing those.
 */
export async function* lookAgain(
  paths: ReadonlySet<string>,
  roots: Roots,
  shelf: Shelf,
  watcher: RootWatcher | undefined,
): AsyncIterable<StoreChange> {
  const files: PlannedFile[] = [];
  const whole: RootPlace[] = [];
  for (const place of roots.places) {
    // What its links lead to may have changed.
    if (watcher?.takeLinkedChange(place) === true && ![...paths].every((path) => isUnlinkedFile(path, place, shelf))) {
      whole.push(place);
      continue;
    }
    const looks: (Look | undefined)[] = [];
    for (const path of paths)
      looks.push(look(path, place, roots, shelf, (id) => shelf.withId(id) ?? files.find((file) => file.id === id)));
    // What costs more than a look at each file, as links and directories do, is listed anew, root by root.
    if (looks.includes("list")) whole.push(place);
    else files.push(...looks.filter((one) => typeof one === "object"));
  }
  let { finished, suspects } = await readFiles(files, shelf);
  // Files that a listing meets are given the same time as files that are read by themselves.
  const unfinished: LookedAt[] = [];
  const defers = (planned: PlannedFile, read: ReadFile): boolean => {
    const looked = { ...planned, ...read, isGone: false };
    if (isFinished(looked, shelf) || isKnownToBeBroken(looked, shelf)) return false;
    unfinished.push(looked);
    return true;
  };
  const listed = whole.length > 0 ? [await loadRoots(roots, shelf, { which: whole, watcher, defers })] : [];
  suspects = [...suspects, ...unfinished];
  yield joinChanges([...finished.map((file) => putOrRemove(file, shelf)), ...listed]);
  for (const pause of pauses) {
    if (suspects.length === 0) break;
    await setTimeout(pause);
    ({ finished, suspects } = await readFiles(suspects, shelf));
    yield joinChanges(finished.map((file) => putOrRemove(file, shelf)));
  }
  yield joinChanges(suspects.map((file) => putOrRemove(file, shelf)));
}

/** A file of the root that is to be read; or the root is to be listed. */
type Look = PlannedFile | "list";

/** What is to be done about a path; nothing where it is none of the root's business. */
function look(
  path: string,
  place: RootPlace,
  { projectDir }: Roots,
  shelf: Shelf,
  ownerOf: (id: string) => PlannedFile | undefined,
): Look | undefined {
  const inRoot = pathInside(place.dir, path);
  // What else happens around single files is none of their business.
  if (place.root.files !== undefined) return inRoot !== undefined && place.root.files.includes(inRoot) ? "list" : undefined;
  if (inRoot === undefined) return pathInside(path, place.dir) === undefined ? undefined : "list";
  if (inRoot === "") return "list";
  const found = { path, inRoot };
  const planned = planFile(found, place, projectDir, ownerOf);
  const known = ownerOf(planned.id);
  const kind = kindIn(place.within, path, "entry");
  const isRule = isRuleFile(place.root, inRoot) && !place.skips(planned.file);
  if (kind === undefined) {
    if (known !== undefined) return planned;
    return shelf.mentions(place, path, planned.file) ? "list" : undefined;
  }
  if (kind !== "file") return "list";
  if (!isRule) return place.root.codec.ignored === undefined && !shelf.mentions(place, path, planned.file) ? undefined : "list";
  return known !== undefined || isPlain(found, place) ? planned : "list";
}

/** Whether a path is a file that was read from it, and through no link. */
function isUnlinkedFile(path: string, place: RootPlace, shelf: Shelf): boolean {
  const known = shelf.at(place, path);
  if (known === undefined || known.found.real !== undefined || kindIn(place.within, path, "entry") !== "file") return false;
  return shelf.files.every((file) => file.found.real !== path);
}

/** Whether a file lies where its path says, with no link on the way. */
function isPlain({ path, inRoot }: PlannedFile["found"], { dir, within }: RootPlace): boolean {
  try {
    return locate(within, path) === join(directoryIn(within, dir), inRoot);
  } catch {
    return false;
  }
}

/** A file as it is now, and whether it still is. */
type LookedAt = ShelvedFile & { readonly isGone: boolean };

async function readFiles(
  files: readonly PlannedFile[],
  shelf: Shelf,
): Promise<{ readonly finished: readonly LookedAt[]; readonly suspects: readonly LookedAt[] }> {
  const read = await readAll(files, undefined);
  const finished: LookedAt[] = [];
  const suspects: LookedAt[] = [];
  for (const [at, { found, file, id, place }] of files.entries()) {
    const { rule, diagnostics } = read[at] as ReadFile;
    const isGone = rule === undefined && kindIn(place.within, found.path, "entry") === undefined;
    const looked = { found, file, id, place, diagnostics, isGone, ...(rule !== undefined && { rule }) };
    (isFinished(looked, shelf) ? finished : suspects).push(looked);
  }
  return { finished, suspects };
}

function isFinished(file: LookedAt, shelf: Shelf): boolean {
  if (file.isGone) return true;
  return file.rule !== undefined && (file.rule.content !== "" || shelf.at(file.place, file.found.path)?.rule?.content === "");
}

/** Whether the shelf has a file with the same problems already: it is not being written for the first time. */
function isKnownToBeBroken({ place, found, diagnostics }: LookedAt, shelf: Shelf): boolean {
  const known = shelf.at(place, found.path);
  return known !== undefined && known.diagnostics.length > 0 && isDeepStrictEqual(known.diagnostics, diagnostics);
}

function putOrRemove({ isGone, ...file }: LookedAt, shelf: Shelf): StoreChange {
  if (!isGone) return shelf.put(file);
  const known = shelf.at(file.place, file.found.path);
  return known === undefined ? { saved: [], deleted: [] } : shelf.remove(known);
}
