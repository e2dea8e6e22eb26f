import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A file system of 64 kB. */
export interface SmallDisk {
  readonly dir: string;
  /** Takes up all the space that is left. */
  fill(): void;
}

/** Why no small disk can be mounted here; undefined where one can. */
export function whyNoSmallDisk(): string | undefined {
  if (process.platform !== "linux") return "only Linux has tmpfs";
  if (process.getuid?.() !== 0) return "mounting takes root";
  const dir = mkdtempSync(join(tmpdir(), "precept-disk-"));
  try {
    mount(dir);
    unmount(dir);
    return undefined;
  } catch {
    return "this system does not permit mounting";
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Mounts a small disk for one test. */
export function mountSmallDisk(): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), "precept-disk-"));
  mount(dir);
  onTestFinished(() => {
    unmount(dir);
    rmSync(dir, { recursive: true, force: true });
  });
  return { dir, fill: () => fillUp(dir) };
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

function mount(dir: string): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", dir], { stdio: "ignore" });
}

function unmount(dir: string): void {
  execFileSync("umount", ["--lazy", dir], { stdio: "ignore" });
}
