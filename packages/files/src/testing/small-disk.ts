import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Part of every Linux; names of their own, so that they are not taken for the programs of a package. */
const [mounter, unmounter] = ["mount", "umount"] as const;

/** A file system of its own. */
export interface SmallDisk {
  readonly dir: string;
  /** Takes up all the space that is left. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
}

/** Why no small disk can be mounted here; undefined where one can. */
export function whyNoSmallDisk(): string | undefined {
  if (process.platform !== "linux") return "only Linux has tmpfs";
  if (process.getuid?.() !== 0) return "mounting takes root";
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
      // It is full.
    }
  }
}

function mount(dir: string, size: number): void {
  execFileSync(mounter, ["-t", "tmpfs", "-o", `size=${size}k`, "tmpfs", dir], { stdio: "ignore" });
}

function unmount(dir: string): void {
  execFileSync(unmounter, ["--lazy", dir], { stdio: "ignore" });
}
