import { randomBytes } from "node:crypto";
import { connect, type Server } from "node:net";
import { join } from "node:path";
import {
  errorCode,
  identityOf,
  makeDirectory,
  moveFile,
  openRoot,
  removeFile,
  setMode,
  statusIn,
  withLock,
  type Root,
} from "@precept/files";
import { describeSocketDirectoryRisk } from "./find-socket.ts";
import { maxSocketPathBytes, socketName, type SocketDirectory } from "./socket-path.ts";

/** A socket that a server listens on. */
export interface BoundSocket {
  readonly path: string;
  /** Removes the socket, unless it is another server's by now. */
  remove(): Promise<void>;
}

/** Only the user can connect. */
const socketMode = 0o600;

/** How long a server may take to accept a connection before its socket counts as used, in milliseconds. */
const probeTimeout = 1_000;

/**
 * Listens on the socket of a project, which only the user of the process can connect to. Removes a socket that a killed server left behind, under a lock, so
 * that two servers that start at the same time do not remove each other's.
 *
 * @param project the real path of its directory.
 * @throws Error with the reason if there is no socket that can be used, or another server listens on it.
 */
export async function bindSocket(server: Server, { base, name }: SocketDirectory, project: string): Promise<BoundSocket> {
  const directory = join(base, name);
  const file = socketName(project);
  const path = join(directory, file);
  if (Buffer.byteLength(path) > maxSocketPathBytes) {
    throw new Error(`The path ${path} is longer than ${maxSocketPathBytes} bytes. Set XDG_RUNTIME_DIR to a shorter directory.`);
  }
  await makeDirectory(openRoot(base), name, { links: "none", isPrivate: true });
  const risk = describeSocketDirectoryRisk(directory, project);
  if (risk !== undefined) throw new Error(`${directory} cannot be trusted: ${risk}.`);
  const root = openRoot(directory);
  const identity = await withLock(root, file, "hooks", async ({ assertHeld }) => {
    await removeStaleSocket(root, path);
    return listenAt(server, root, file, assertHeld);
  });
  return {
    path,
    remove: async () =>
      withLock(root, file, "hooks", async () => {
        if (identityOf(path) === identity) await removeFile(root, file, { links: "none" });
      }),
  };
}

async function removeStaleSocket(root: Root, path: string): Promise<void> {
  const status = statusIn(root, path, "entry");
  if (status === undefined) return;
  if (!status.isSocket()) throw new Error(`There is a file at ${path} that is not a socket. Remove it.`);
  if (await isUsed(path)) throw new Error("Another server answers the hooks of this project.");
  await removeFile(root, path, { links: "none" });
}

/** Listens at another name first, so that the socket never exists with wrong permissions, and Node removes only that name when the server closes. */
async function listenAt(server: Server, root: Root, file: string, assertHeld: () => void): Promise<string | undefined> {
  const temporary = `.${randomBytes(6).toString("hex")}`;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path: join(root.dir, temporary) }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  await setMode(root, temporary, socketMode);
  await moveFile(root, temporary, file, assertHeld);
  return identityOf(join(root.dir, file));
}

/** Whether a program listens on a socket. One that does not accept connections, because it is busy or suspended, counts. */
async function isUsed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    const end = (used: boolean): void => {
      socket.destroy();
      resolve(used);
    };
    socket.setTimeout(probeTimeout, () => end(true));
    socket.once("connect", () => end(true));
    socket.once("error", (error) => end(errorCode(error) !== "ECONNREFUSED" && errorCode(error) !== "ENOENT"));
  });
}
