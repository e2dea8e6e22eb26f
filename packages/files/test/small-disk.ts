import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Programs that every Linux system has. Stored in variables so that knip does not treat them as binaries of packages.
 */
const [mounter, unmounter] = ["mount", "umount"] as const;

/** A mounted file system with limited space. */
export interface SmallDisk {
  readonly dir: string;
  /** Uses all remaining space. */
  fill(): void;
  /** Frees the space that `fill` used. */
  free(): void;
}

/** Returns the reason why no small disk can be mounted, or undefined if it can. */
export function getSmallDiskObstacle(): string | undefined {
  if (process.platform !== "linux") return "only Linux has tmpfs";
  if (process.getuid?.() !== 0) return "mounting requires root";
  const dir = mkdtempSync(join(tmpdir(), "precept-disk-"));
  try {
    mount(dir, 64);
    unmount(dir);
    return undefined;
  } catch {
    return "this system does not permit mounting";
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Mounts a small disk for one test.
 *
 * @param size in kilobytes.
 */
export function mountSmallDisk(size = 64): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), "precept-disk-"));
  mount(dir, size);
  onTestFinished(() => {
    unmount(dir);
    rmSync(dir, { recursive: true, force: true });
  });
  return { dir, fill: () => fillUp(dir), free: () => rmSync(join(dir, "ballast"), { force: true }) };
}

function fillUp(dir: string): void {
  for (const size of [4096, 1]) {
    try {
      for (;;) writeFileSync(join(dir, "ballast"), Buffer.alloc(size), { flag: "a" });
    } catch {
      // The disk is full.
    }
  }
}

function mount(dir: string, size: number): void {
  execFileSync(mounter, ["-t", "tmpfs", "-o", `size=${size}k`, "tmpfs", dir], { stdio: "ignore" });
}

function unmount(dir: string): void {
  execFileSync(unmounter, ["--lazy", dir], { stdio: "ignore" });
}
