import { hash } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { errorCode } from "./failure.ts";

/**
 * The namespace of this process's id: containers may share a directory and a host name, but number their processes separately. Empty on systems
 * without namespaces.
 */
const pidNamespace = readPidNamespace();

/** Identifies the machine and the namespace in which process ids are comparable. */
export const machineId: string = hash("sha256", `${hostname()} ${pidNamespace}`).slice(0, 8);

/**
 * The content of a lock file of this process: its id, its host, a token, and the namespace of the id where the system has namespaces.
 *
 * @param token without spaces.
 */
export function describeOwner(token: string): string {
  return [process.pid, hostname(), token, pidNamespace].join(" ").trimEnd();
}

/** Whether a lock file's content names a process of this machine that has ended. False where that cannot be known. */
export function isOwnerGone(content: string): boolean {
  const [pid = "", host, , namespace = pidNamespace] = content.split(" ");
  return host === hostname() && namespace === pidNamespace && isGone(pid);
}

/** Whether no process of this machine has the id. */
export function isGone(pid: string): boolean {
  // 0 and negative numbers stand for groups of processes.
  if (!/^[1-9]\d*$/.test(pid)) return false;
  try {
    // Signal 0 only tests whether the process exists.
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}

function readPidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "");
  } catch {
    return "";
  }
}
