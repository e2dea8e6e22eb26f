import { existsSync } from "node:fs";

/** Whether an open file, and the entries of an open directory, can be reached through the descriptor: on Linux, where `/proc` is mounted. */
export const hasDescriptorPaths: boolean = process.platform === "linux" && existsSync("/proc/self/fd");

/** The path that leads to whatever a descriptor has open. */
export function descriptorPath(file: number): string {
  return `/proc/self/fd/${file}`;
}
