import { fchmodSync, fchownSync, fstatSync, type Stats } from "node:fs";
import { attempt } from "./failure.ts";

/** The permissions of a file that is written. */
export interface Permissions {
  /** The mode that the file is created with. The umask applies. */
  readonly mode: number;
  /** The file that it replaces, whose permissions it gets, whatever the umask. Default: it replaces none. */
  readonly like?: Pick<Stats, "mode" | "uid" | "gid">;
}

/** Only the user may read and write the file until it gets the permissions of the file that it replaces. */
export function permissionsLike(replaced: Stats): Permissions {
  return { mode: 0o600, like: replaced };
}

/**
 * Gives an open file the mode, the owner and the group of the file that it replaces. Only root can give a file to
 * another user: for others, the file belongs to the user who writes. If the group cannot stay, the new group may do
 * only what all users may.
 */
export function copyPermissions(file: number, like: NonNullable<Permissions["like"]>): void {
  const own = process.geteuid?.();
  if (own === undefined) return fchmodSync(file, like.mode);
  const change = (uid: number, gid: number): boolean => attempt(() => (fchownSync(file, uid, gid), true)) ?? false;
  const isGroupSame = change(own === 0 ? like.uid : own, like.gid);
  const others = like.mode & 0o007;
  const groupMode = isGroupSame ? like.mode & 0o070 : others << 3;
  // Without the bits that run a file as its owner or group, unless both are kept. After the owner: a change removes them.
  const special = isGroupSame && (own === 0 || own === like.uid) ? like.mode & 0o7000 : like.mode & 0o1000;
  fchmodSync(file, special | (like.mode & 0o700) | groupMode | others);
}

/** Lets all users who may read an open file run it, or none. Windows has no such permission. */
export function setExecutable(file: number, executable: boolean): void {
  if (!hasExecutableBit) return;
  const { mode } = fstatSync(file);
  const after = executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
  if (after !== mode) fchmodSync(file, after & 0o7777);
}

/** Whether files have a permission that lets users run them. */
export const hasExecutableBit: boolean = process.platform !== "win32";
