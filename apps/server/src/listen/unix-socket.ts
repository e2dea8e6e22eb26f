import { once } from "node:events";
import { connect, type Server } from "node:net";
import { basename, dirname } from "node:path";
import { PreceptError } from "@precept/core";
import { errorCode, openRoot, removeFile, statusIn } from "@precept/files";

/** The permissions that files of the process do not get while the socket is created: only its user can connect. */
const umask = 0o177;

/**
 * Listens on a Unix socket that only the process's user can connect to. Removes the socket of a killed server. @throws
 * PreceptError `ADDRESS_IN_USE` if a server answers on it, `ADDRESS_UNAVAILABLE` for another file at the path.
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  const root = openRoot(dirname(path));
  const status = statusIn(root, basename(path), "entry");
  if (status?.isSocket() === false) {
    throw new PreceptError("ADDRESS_UNAVAILABLE", { address: path, reason: "there is a file at this path that is not a socket" });
  }
  if (status !== undefined) {
    if (await answers(path)) throw new PreceptError("ADDRESS_IN_USE", { address: path });
    await removeFile(root, basename(path), { links: "none" });
  }
  const before = process.umask(umask);
  try {
    // Creates the socket before it returns.
    server.listen({ path });
  } finally {
    process.umask(before);
  }
  await once(server, "listening");
}

/** Whether a program accepts connections on a socket. */
async function answers(path: string): Promise<boolean> {
  const socket = connect({ path });
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    if (errorCode(error) === "ECONNREFUSED" || errorCode(error) === "ENOENT") return false;
    throw error;
  } finally {
    socket.destroy();
  }
}
