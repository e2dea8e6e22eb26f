import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DirectoryWatches } from "./directory-watches.ts";
import type { WatchBackend } from "./open-watch.ts";
import { openRoot } from "../root.ts";
import { createProject } from "@precept/testing";

async function watching(backend: WatchBackend, files: Readonly<Record<string, string>>) {
  const { dir } = await createProject(files);
  const events: string[] = [];
  const watches = new DirectoryWatches({ onEvent: (path) => events.push(path.slice(dir.length + 1)) });
  onTestFinished(() => watches.close());
  const root = openRoot(dir);
  const pass = async (work: () => void): Promise<void> => {
    watches.begin(backend);
    work();
    await watches.ready();
    watches.end();
  };
  /** Waits for an event of the path. Polling may only report the directory. */
  const assertHolds = (path: string): Promise<void> => {
    const expected = backend === "events" ? [path] : [path, dirname(path), ""];
    return vi.waitFor(() => expect(events.filter((event) => expected.includes(event))).not.toEqual([]), {
      timeout: 10_000,
      interval: 5,
    });
  };
  return { at: (path: string) => join(dir, path), events, watches, root, pass, assertHolds };
}

it("are reported to every watcher of the process after a directory was replaced", async () => {
  const first = await watching("events", { "a/x": "" });
  const events: string[] = [];
  const second = new DirectoryWatches({ onEvent: (path) => events.push(path) });
  onTestFinished(() => second.close());
  const passes = async (): Promise<void> => {
    await first.pass(() => ["", "a"].forEach((dir) => first.watches.watch(first.root, first.at(dir))));
    second.begin();
    for (const dir of ["", "a"]) second.watch(first.root, first.at(dir));
    await second.ready();
    second.end();
  };
  await passes();
  await rename(first.at("a"), first.at("away"));
  await mkdir(first.at("a"));
  await first.assertHolds("a");
  await passes();
  await writeFile(first.at("a/new"), "");
  await first.assertHolds("a/new");
  await vi.waitFor(() => expect(events).toContain(first.at("a/new")), { timeout: 10_000 });
});

describe.each<WatchBackend>(["events", "polling"])("directories that are watched by %s", (backend) => {
  it("report changes of all entries, or of the given names only", async () => {
    const { at, events, watches, root, pass, assertHolds } = await watching(backend, { "a/x": "", "b/x": "" });
    await pass(() => {
      watches.watch(root, at("a"));
      watches.watch(root, at("b"), ["y"]);
    });
    await writeFile(at("b/x"), "1");
    await writeFile(at("b/y"), "1");
    await assertHolds("b/y");
    await writeFile(at("a/x"), "1");
    await assertHolds("a/x");
    expect(events).not.toContain("b/x");
  });

  it("are closed by a pass that does not include them", async () => {
    const { at, events, watches, root, pass, assertHolds } = await watching(backend, { "a/x": "", "b/x": "" });
    await pass(() => ["a", "b"].forEach((dir) => watches.watch(root, at(dir))));
    await pass(() => watches.watch(root, at("b")));
    expect(watches.size).toBe(1);
    await writeFile(at("a/x"), "1");
    await writeFile(at("b/x"), "1");
    await assertHolds("b/x");
    expect(events).not.toContain("a/x");
  });

  it("are watched again after they were replaced with directories of the same name", async () => {
    const { at, watches, root, pass, assertHolds } = await watching(backend, { "a/b/x": "" });
    const all = (): void => ["", "a", "a/b"].forEach((dir) => watches.watch(root, at(dir)));
    await pass(all);
    await rename(at("a"), at("old"));
    await mkdir(at("a/b"), { recursive: true });
    await assertHolds("a");
    await pass(all);
    await writeFile(at("a/b/new"), "");
    await assertHolds("a/b/new");
    await rm(at("a"), { recursive: true });
    await mkdir(at("a/b"), { recursive: true });
    await assertHolds("a/b");
    await pass(all);
    await writeFile(at("a/b/newer"), "");
    await assertHolds("a/b/newer");
  });

  it("are not watched if they are outside the root, not even through a link", async () => {
    const { at, watches, root, pass } = await watching(backend, { "in/x": "" });
    await symlink("../..", at("in/out"));
    await pass(() => {
      watches.watch(root, at("in/out"));
      watches.watch(root, at(".."));
      watches.watch(root, at("missing"));
    });
    expect(watches.size).toBe(0);
    expect(watches.failure).toBeUndefined();
  });

  it("are found through links, even if the links form cycles", async () => {
    const { at, watches, root, pass, assertHolds } = await watching(backend, { "real/deep/x": "" });
    for (let number = 0; number < 30; number += 1) {
      // Every link leads through other links, in cycles.
      await symlink(`../l${(number + 1) % 30}/l${(number + 7) % 30}/../real`, at(`real/l${number}`));
    }
    await symlink("real/deep", at("link"));
    await pass(() => {
      for (let number = 0; number < 30; number += 1) watches.watchAbove(root, at(`real/l${number}/l3/x`));
      watches.watchAbove(root, at("link/x"));
    });
    await writeFile(at("real/deep/x"), "1");
    await assertHolds("link/x");
  });
});
