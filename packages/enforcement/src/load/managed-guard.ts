import { dirname, isAbsolute } from "node:path";
import type { Diagnostic } from "@precept/core";
import { ownershipAt, pathInside, realPathAt, type Ownership, type Root } from "@precept/files";
import { report } from "../diagnostic-catalogue.ts";

/** The permission bits with which the group or others can write. */
const writableByOthers = 0o022;
/** In a directory with this bit, only the owner of a file can rename or remove it. */
const sticky = 0o1000;

/** Decides which files of a managed directory are read. */
export interface ManagedGuard {
  /** Whether the directory is read. A missing directory is accepted, because reading it reports the error. */
  readonly isAccepted: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Returns why a file or directory in it is refused; undefined if it is accepted. */
  refuse(path: string): Diagnostic | undefined;
}

/** Checks that only the owner of the machine, or the user, can change a managed directory outside of the project. */
export function guardManagedDirectory(dir: string, project: Root): ManagedGuard {
  const user = process.geteuid?.();
  const real = realPathAt(dir);
  const refusal = describeRefusal(dir, real, project, user);
  const owner = ownershipAt(real ?? dir)?.uid;
  const isOwnedByUser = user !== undefined && user !== 0 && owner !== undefined && owner !== 0;
  const own = `The managed policies in "${dir}" belong to you, so every program that you run can change them.`;
  const unprotected = isOwnedByUser ? [report("policies/managed-unprotected", { file: dir }, own)] : [];
  return {
    isAccepted: refusal === undefined,
    diagnostics: refusal === undefined ? unprotected : [reportRefused(dir, refusal)],
    refuse(path) {
      const found = ownershipAt(path);
      const risk = found && describeOwnershipRisk(found, user);
      return risk === undefined ? undefined : reportRefused(path, risk);
    },
  };
}

function reportRefused(file: string, reason: string): Diagnostic {
  return report("policies/managed-refused", { file }, `The managed policies in "${file}" are not enforced: ${reason}.`);
}

function describeRefusal(dir: string, real: string | undefined, project: Root, user: number | undefined): string | undefined {
  if (!isAbsolute(dir)) return "the path is not absolute";
  if (real === undefined) return undefined;
  if (pathInside(project.real, real) !== undefined) return "it is in the project, which could change it";
  for (let path = real; ; path = dirname(path)) {
    const ownership = ownershipAt(path);
    const risk = ownership === undefined ? "it does not exist" : describeOwnershipRisk(ownership, user, path !== real);
    if (risk !== undefined) return path === real ? risk : `"${path}" could be replaced: ${risk}`;
    if (dirname(path) === path) return undefined;
  }
}

/**
 * Describes why a user other than root and the current one could change a path; undefined if none could. An access
 * control list sets the group bits as well. @param isParent whether it only contains the directory, so that a sticky
 * one such as `/tmp` is safe.
 */
export function describeOwnershipRisk(
  { uid, mode, kind }: Ownership,
  user: number | undefined,
  isParent = false,
): string | undefined {
  if (kind === "link") return "it is a link";
  // Without user ids, the mode does not show the permissions.
  if (user === undefined) return undefined;
  if (uid !== 0 && uid !== user) return `it is owned by the user ${uid}, neither by root nor by you`;
  const isOpen = (mode & writableByOthers) !== 0 && !(isParent && (mode & sticky) !== 0);
  return isOpen ? `others can write to it (mode ${(mode & 0o7777).toString(8)})` : undefined;
}
