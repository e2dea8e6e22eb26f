import type { InstallLevel } from "@precept/mdc-compat/install";
import { basename, dirname, join, resolve } from "node:path";
import { openRoot, type Root } from "@precept/files";

/** The directory whose hosts are configured, and where the ledger is. */
export interface InstallTarget {
  readonly level: InstallLevel;
  /** The project, or the user's home directory. */
  readonly root: Root;
  readonly ledgerRoot: Root;
  /** The directory of the ledger, relative to its root. */
  readonly ledgerDir: string;
}

export const ledgerName = "installed.json";

/** Opens a project to install into. The ledger is in `.precept/state`, which git ignores. */
export function projectTarget(dir: string): InstallTarget {
  const root = openRoot(dir);
  return { level: "project", root, ledgerRoot: root, ledgerDir: ".precept/state" };
}

/**
 * Opens the user's home directory to install into.
 *
 * @param preceptHome the user's Precept directory. Default: `.precept` in the home directory.
 */
export function userTarget(home: string, preceptHome: string = join(home, ".precept")): InstallTarget {
  const dir = resolve(preceptHome);
  return { level: "user", root: openRoot(home), ledgerRoot: openRoot(dirname(dir)), ledgerDir: `${basename(dir)}/state` };
}
