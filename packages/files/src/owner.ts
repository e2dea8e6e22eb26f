import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { attempt, errorCode } from "./failure.ts";
import { sha256 } from "./sha256.ts";

/** The namespace of this process id, if any. Containers can share a host name, but not process ids. */
const pidNamespace = attempt(() => readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "")) ?? "";

let ownMachineId: string | undefined;

/** Identifies the machine and the namespace in which process ids are comparable. Computed on the first call. */
export function getMachineId(): string {
  return (ownMachineId ??= createMachineId(hostname(), pidNamespace));
}

function createMachineId(host: string, namespace: string): string {
  return sha256(`${host} ${namespace}`).slice(0, 8);
}

/** Returns what identifies this process in the names of its temporary files. */
export function getProcessKey(): string {
  return `${process.pid}-${getMachineId()}`;
}

export function getOwnerKey(content: string): string {
  const [pid = "", host = "", , namespace = ""] = content.split(" ");
  return `${pid}-${createMachineId(host, namespace)}`;
}

/** Creates the content of a lock file: process id, host name, token, and the namespace of the process id, if any. */
export function describeOwner(token: string): string {
  return [process.pid, hostname(), token, pidNamespace].join(" ").trimEnd();
}

/** Returns the state of a lock file's owner. `unknown` for processes of other machines and namespaces. */
export function getOwnerState(content: string): "running" | "gone" | "unknown" {
  const [pid = "", host, , namespace = pidNamespace] = content.split(" ");
  if (host !== hostname() || namespace !== pidNamespace) return "unknown";
  return isGone(pid) ? "gone" : "running";
}

/** Whether no process on this machine has the id. */
export function isGone(pid: string): boolean {
  // 0 and negative numbers are process groups.
  if (!/^[1-9]\d*$/.test(pid)) return false;
  try {
    // Signal 0 only tests whether the process exists.
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}
