import { dirname, join } from "node:path";
import { describeDirectoryRisk, describeOwnershipRisk, trustedOwners } from "@precept/enforcement/machine";
import { identityOf, listDirectorySync, openRoot, ownershipAt, pathInside, realPathAt, statusIn } from "@precept/files";
import { socketName, socketSuffix, type SocketDirectory } from "./socket-path.ts";

/** Why sockets are not used. */
interface IgnoredSocket {
  readonly kind: "ignored";
  readonly problem: string;
}

/** The sockets of a user. */
export interface SocketList {
  readonly kind: "sockets";
  readonly directory: string;
  readonly names: ReadonlySet<string>;
}

/** The socket of a project. */
export interface FoundSocket {
  readonly kind: "socket";
  readonly path: string;
  /** The real path of the project directory. */
  readonly project: string;
  /** Identifies that directory on this machine. */
  readonly identity: string;
}

/** Lists the sockets of this user. Undefined if there are none; ignores a directory in which another user could create or replace them. */
export function listSockets({ base, name }: SocketDirectory): SocketList | IgnoredSocket | undefined {
  const directory = join(base, name);
  if (ownershipAt(directory) === undefined) return undefined;
  const risk = describeSocketDirectoryRisk(directory);
  if (risk !== undefined) return ignore(directory, risk);
  const entries = listDirectorySync(openRoot(directory), directory, "none");
  const names = new Set(entries.map((entry) => entry.name).filter((one) => one.endsWith(socketSuffix)));
  return names.size === 0 ? undefined : { kind: "sockets", directory, names };
}

/**
 * Finds the socket of the project that one of several directories is in. Ignores a socket that is not the user's own.
 *
 * @param starts absolute paths. The first one that is in a project with a socket counts.
 */
export function findSocket({ directory, names }: SocketList, starts: readonly string[]): FoundSocket | IgnoredSocket | undefined {
  for (const start of starts) {
    const project = parentsOf(realPathAt(start)).find((parent) => names.has(socketName(parent)));
    if (project === undefined) continue;
    const path = join(directory, socketName(project));
    const risk = describeSocketRisk(path, project);
    return risk === undefined ? { kind: "socket", path, project, identity: identityOf(project) ?? "" } : ignore(path, risk);
  }
  return undefined;
}

/**
 * Describes why another user, or the project, could create or replace sockets in a directory; undefined if none can.
 *
 * @param project the real path of its directory. Default: not checked.
 */
export function describeSocketDirectoryRisk(directory: string, project?: string): string | undefined {
  const owners = trustedOwners();
  const ownership = ownershipAt(directory);
  if (ownership === undefined) return "it does not exist";
  if (ownership.kind === "file" || ownership.kind === "other") return "it is not a directory";
  const risk =
    describeOwnershipRisk(ownership, owners) ?? describeOtherOwner(ownership) ?? describeDirectoryRisk(directory, owners);
  if (risk !== undefined || project === undefined) return risk;
  return pathInside(project, openRoot(directory).real) === undefined ? undefined : "it is in the project, which could change it";
}

function describeSocketRisk(path: string, project: string): string | undefined {
  const ownership = ownershipAt(path);
  if (ownership === undefined) return "it was removed";
  const risk =
    describeOwnershipRisk(ownership, trustedOwners()) ??
    describeOtherOwner(ownership) ??
    describeSocketDirectoryRisk(dirname(path), project);
  if (risk !== undefined) return risk;
  return statusIn(openRoot(dirname(path)), path, "entry")?.isSocket() === true ? undefined : "it is not a socket";
}

/** Root may own the parents of the directory, but not the sockets of a user. */
function describeOtherOwner({ uid }: { readonly uid: number }): string | undefined {
  return uid === trustedOwners().uid ? undefined : `it is owned by the user ${uid}, not by you`;
}

function ignore(path: string, risk: string): IgnoredSocket {
  return { kind: "ignored", problem: `No server was asked, because ${path} cannot be trusted: ${risk}.` };
}

function parentsOf(path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...parentsOf(parent)];
}
