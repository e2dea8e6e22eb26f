import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { StoreChange } from "@precept/core";
import { isRuleFile } from "./list-files.ts";
import { loadRoots, planFile, type Roots } from "./load.ts";
import { pathInside } from "./paths.ts";
import { readRule, type RootPlace } from "./read-rule.ts";
import type { PlannedFile, Shelf, ShelvedFile } from "./shelf.ts";

/** How long, in milliseconds, and how often a file is given time to be finished that looks as if it were not. */
const pause = 25;
const pauses = 4;

/** Takes note of what became of some paths. What costs more than a look at each file, as links and directories do, is read root by root. */
export async function lookAgain(paths: ReadonlySet<string>, roots: Roots, shelf: Shelf): Promise<readonly StoreChange[]> {
  const changes: StoreChange[] = [];
  const whole = new Set<RootPlace>();
  for (const place of roots.places) {
    for (const path of paths) {
      if (whole.has(place)) break;
      const inRoot = pathInside(place.dir, path);
      if (inRoot === undefined && pathInside(path, place.dir) === undefined) continue;
      const change = inRoot === undefined || inRoot === "" ? undefined : await lookAtFile({ path, inRoot }, place, roots, shelf);
      if (change === undefined) whole.add(place);
      else changes.push(change);
    }
  }
  if (whole.size > 0) changes.push(await loadRoots(roots, shelf, undefined, [...whole]));
  return changes;
}

/** Undefined where looking at the file alone can't tell. */
async function lookAtFile(
  found: PlannedFile["found"],
  place: RootPlace,
  { projectDir }: Roots,
  shelf: Shelf,
): Promise<StoreChange | undefined> {
  const known = shelf.at(place, found.path);
  const status = await lstat(found.path).catch(() => undefined);
  if (status === undefined) {
    if (known !== undefined) return shelf.remove(known);
    return isRuleFile(place.root.codec, found.inRoot) ? { saved: [], deleted: [] } : undefined;
  }
  if (!status.isFile() || !isRuleFile(place.root.codec, found.inRoot)) return undefined;
  if (known === undefined && !(await isPlain(found, place))) return undefined;
  const planned = known ?? planFile(found, place, projectDir, (id) => shelf.withId(id));
  return shelf.put(await readSettled(planned, known));
}

/** Whether a file lies where its path says, with no link on the way. */
async function isPlain({ path, inRoot }: PlannedFile["found"], { dir }: RootPlace): Promise<boolean> {
  const [real, realRoot] = await Promise.all([realpath(path), realpath(dir)]).catch(() => []);
  return real !== undefined && realRoot !== undefined && real === join(realRoot, inRoot);
}

/**
 * Reads a file, and once more a little later as long as it holds no rule, or nothing: then somebody is probably in the middle of writing it. A
 * file that really is broken is reported after a tenth of a second.
 */
async function readSettled({ found, file, id, place }: PlannedFile, known: ShelvedFile | undefined): Promise<ShelvedFile> {
  for (let left = pauses; ; left -= 1) {
    const read = await readRule(found, file, id, place);
    const isFinished = read.rule !== undefined && (read.rule.content !== "" || known?.rule?.content === "");
    if (isFinished || left === 0) return { found, file, id, place, ...read };
    await setTimeout(pause);
  }
}
