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
export const machineId: string = machineIdOf(hostname(), pidNamespace);

function machineIdOf(host: string, namespace: string): string {
  return hash("sha256", `${host} ${namespace}`).slice(0, 8);
}

/** Identifies this process in the names of its temporary files. */
export const processKey: string = `${process.pid}-${machineId}`;

/** The {@link processKey} of the process that a lock file's content names. */
export function processKeyOf(content: string): string {
  const [pid = "", host = "", , namespace = ""] = content.split(" ");
  return `${pid}-${machineIdOf(host, namespace)}`;
}

/**
 * The content of a lock file of this process: its id, its host, a token, and the namespace of the id where the system has namespaces.
 *
 * @param token without spaces.
 */
export function describeOwner(token: string): string {
  return [process.pid, hostname(), token, pidNamespace].join(" ").trimEnd();
}

/** Whether the process that a lock file's content names runs; `unknown` for processes of other machines and namespaces. */
export function ownerState(content: string): "running" | "gone" | "unknown" {
  const [pid = "", host, , namespace = pidNamespace] = content.split(" ");
  if (host !== hostname() || namespace !== pidNamespace) return "unknown";
  return isGone(pid) ? "gone" : "running";
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
