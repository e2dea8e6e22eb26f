import { dirname } from "node:path";
import { ownershipAt, realPathAt, type Ownership } from "@precept/files";

/** Who may own managed policies. */
export interface TrustedOwners {
  /** The user who runs Precept; undefined on systems without user ids. */
  readonly uid: number | undefined;
}

/** The permission bits with which the group or others can write. */
const writableByOthers = 0o022;
/** In a directory with this bit, only the owner of a file can rename or remove it. */
const sticky = 0o1000;

/**
 * Describes why a file or directory could be changed by another user than root and the one who runs Precept; undefined
 * if it cannot. An access control list that lets others write sets the group bits as well.
 *
 * @param isParent whether it only contains the managed directory. A sticky directory such as `/tmp` is then safe.
 */
export function describeOwnershipRisk(
  { uid, mode, kind }: Ownership,
  owners: TrustedOwners,
  isParent = false,
): string | undefined {
  if (kind === "link") return "it is a link";
  // Without user ids, the permissions of the system cannot be read from the mode.
  if (owners.uid === undefined) return undefined;
  if (uid !== 0 && uid !== owners.uid) return `it is owned by the user ${uid}, neither by root nor by you`;
  const isOpen = (mode & writableByOthers) !== 0 && !(isParent && (mode & sticky) !== 0);
  return isOpen ? `others can write to it (mode ${(mode & 0o7777).toString(8)})` : undefined;
}

/** Whether the user who runs Precept could change a file, because root does not own it. */
export function isOwnedByUser({ uid }: Ownership, owners: TrustedOwners): boolean {
  return owners.uid !== undefined && owners.uid !== 0 && uid !== 0;
}

/** Returns the owners that this process trusts. */
export function trustedOwners(): TrustedOwners {
  return { uid: process.geteuid?.() };
}

/**
 * Describes why a managed directory or one of its parents could be changed or replaced by others.
 *
 * @param dir a directory that exists, absolute.
 */
export function describeDirectoryRisk(dir: string, owners: TrustedOwners): string | undefined {
  const real = realPathAt(dir);
  if (real === undefined) return "its path cannot be resolved";
  for (let path = real; ; path = dirname(path)) {
    const ownership = ownershipAt(path);
    const risk = ownership === undefined ? "it does not exist" : describeOwnershipRisk(ownership, owners, path !== real);
    if (risk !== undefined) return path === real ? risk : `"${path}" could be replaced: ${risk}`;
    if (dirname(path) === path) return undefined;
  }
}
