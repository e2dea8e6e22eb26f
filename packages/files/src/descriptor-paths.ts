import { existsSync } from "node:fs";

/** Whether open files and directories have paths by descriptor. True on Linux if `/proc` is mounted. */
export const hasDescriptorPaths: boolean = process.platform === "linux" && existsSync("/proc/self/fd");

/** Returns the path of an open file or directory by its descriptor. */
export function descriptorPath(file: number): string {
  return `/proc/self/fd/${file}`;
}
