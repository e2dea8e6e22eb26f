import { chmod, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { anyCodePoint, createProject, startScript } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noFile } from "./file-status.ts";
import type { SnapshotEntry } from "./section.ts";
import { readSection, writeSections, type SectionName, type SnapshotLocation } from "./snapshot-file.ts";

const project = "/home/me/project";

async function createLocation(): Promise<SnapshotLocation> {
  return { dir: join((await createProject()).dir, "cache"), project, version: "1" };
}

function entry(value: string): SnapshotEntry {
  return { path: "a", status: noFile, value };
}

async function createSnapshot(): Promise<SnapshotLocation> {
  const location = await createLocation();
  await writeSections(location, "", { rules: [entry("1")] });
  return location;
}

function valueIn(location: SnapshotLocation, section: SectionName = "rules", key = ""): string | undefined {
  return readSection(location, section, key)?.values.get(0);
}

function pathOf({ dir }: SnapshotLocation): string {
  return join(dir, encodeURIComponent(project));
}

describe("a snapshot", () => {
  it("has the entries that another process saved, in a directory and a file that only the user can read", async () => {
    const location = await createSnapshot();
    expect(valueIn(location)).toBe("1");
    expect((await stat(location.dir)).mode & 0o777).toBe(0o700);
    expect((await stat(pathOf(location))).mode & 0o777).toBe(0o600);
  });

  it("has any paths, numbers and values", async () => {
    const location = await createLocation();
    const entries = fc.array(
      fc.record({
        path: fc.string({ unit: anyCodePoint }).map((path) => path.replaceAll("\0", "").toWellFormed()),
        status: fc.tuple(fc.double(), fc.nat(), fc.maxSafeNat(), fc.nat()),
        value: fc.option(
          fc.jsonValue().map((value) => JSON.stringify(value)),
          { nil: undefined },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(entries, fc.string(), async (saved, key) => {
        await writeSections(location, key, { config: saved });
        const section = readSection(location, "config", key);
        expect(section?.paths).toEqual(saved.map(({ path }) => path));
        expect([...(section?.numbers ?? [])]).toEqual(saved.flatMap(({ status }) => status));
        expect(saved.map((_, at) => section?.values.get(at))).toEqual(saved.map(({ value }) => value));
      }),
      { numRuns: 100 },
    );
  });

  it("is not used by another version, for another project or with another key", async () => {
    const location = await createSnapshot();
    expect(valueIn({ ...location, version: "2" })).toBeUndefined();
    expect(valueIn({ ...location, project: "/other" })).toBeUndefined();
    expect(valueIn(location, "rules", "other")).toBeUndefined();
    await rename(pathOf(location), join(location.dir, encodeURIComponent("/other")));
    expect(valueIn({ ...location, project: "/other" })).toBeUndefined();
  });

  it("keeps the other sections, unless another version wrote them", async () => {
    const location = await createSnapshot();
    await writeSections(location, "", { policies: [entry("2")] });
    expect([valueIn(location), valueIn(location, "policies")]).toEqual(["1", "2"]);
    await writeSections({ ...location, version: "2" }, "", { policies: [entry("3")] });
    expect([valueIn(location), valueIn({ ...location, version: "2" }, "policies")]).toEqual([undefined, "3"]);
  });

  it.skipIf(process.platform === "win32")("is not used if others can write it or its directory, or if it is a link", async () => {
    const writable = await createSnapshot();
    await chmod(pathOf(writable), 0o666);
    expect(valueIn(writable)).toBeUndefined();

    const linked = await createSnapshot();
    await rename(pathOf(linked), join(linked.dir, "elsewhere"));
    await symlink("elsewhere", pathOf(linked));
    expect(valueIn(linked)).toBeUndefined();

    for (const path of [".", ".."]) {
      const shared = await createSnapshot();
      await chmod(join(shared.dir, path), 0o777);
      expect(valueIn(shared)).toBeUndefined();
    }
  });

  it.skipIf(process.platform === "win32")("is not written where others can write", async () => {
    const location = await createLocation();
    await mkdir(location.dir);
    await chmod(location.dir, 0o777);
    await writeSections(location, "", { rules: [entry("1")] });
    expect((await readdir(location.dir)).filter((name) => !name.startsWith("."))).toEqual([]);
  });

  it("has no section that is damaged, whatever the damage", async () => {
    const location = await createSnapshot();
    await writeSections(location, "", { policies: [entry('{"text":"some text"}')] });
    const good = await readFile(pathOf(location));
    const damages = fc.record({ at: fc.nat(good.length - 1), mask: fc.integer({ min: 1, max: 255 }), isCut: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(damages, async ({ at, mask, isCut }) => {
        const bad = Buffer.from(good);
        bad[at] = (bad[at] ?? 0) ^ mask;
        await writeFile(pathOf(location), isCut ? good.subarray(0, at) : bad);
        expect([undefined, "1"]).toContain(valueIn(location));
        expect([undefined, '{"text":"some text"}']).toContain(valueIn(location, "policies"));
      }),
    );
    await writeSections(location, "", { policies: [entry("2")] });
    expect(valueIn(location, "policies")).toBe("2");
  });

  it("is complete after four processes wrote it at the same time", async () => {
    const location = await createSnapshot();
    const script = `
      import { readSection, writeSections, noFile } from "../index.ts";
      const [name, location] = [process.argv[2], JSON.parse(process.argv[3])];
      for (let round = 0; round < 100; round += 1) {
        await writeSections(location, "", { [name]: [{ path: name, status: noFile, value: "x".repeat(1000 * (round % 7)) }] });
        for (const one of ["config", "directories", "policies", "rules"]) {
          const section = readSection(location, one, "");
          if (section !== undefined && section.paths[0] !== one && section.paths[0] !== "a") process.exit(1);
        }
      }`;
    const names: readonly SectionName[] = ["config", "directories", "policies", "rules"];
    const processes = names.map((name) =>
      startScript(script, { cwd: import.meta.dirname, args: [name, JSON.stringify(location)] }),
    );
    await Promise.all(processes.map((one) => once(one, "close")));
    expect(processes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    for (const name of names) await writeSections(location, "", { [name]: [entry(name)] });
    expect(names.map((name) => valueIn(location, name))).toEqual(names);
    expect((await readdir(location.dir)).toSorted()).toEqual([encodeURIComponent(project), ".gitignore"]);
  });

  it("can have parts, in files of their own", async () => {
    const location = await createSnapshot();
    const bytes = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
    const part = { ...location, part: "search" };
    await writeSections(part, "key", { search: [entry("2")] }, { search: bytes });
    expect(valueIn(location, "search")).toBeUndefined();
    const section = readSection(part, "search", "key");
    expect([section?.values.get(0), [...(section?.bytes ?? [])]]).toEqual(["2", [...bytes]]);
    expect((await readdir(location.dir)).length).toBe(3);
  });

  it("removes snapshots that no process has written for a month", async () => {
    const location = await createSnapshot();
    const long = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    await utimes(pathOf(location), long, long);
    await writeSections({ ...location, project: "/other" }, "", { rules: [] });
    await expect(readFile(pathOf(location))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("is not written if it is read-only", async () => {
    const location = await createLocation();
    await writeSections({ ...location, readOnly: true }, "", { rules: [entry("1")] });
    await expect(readdir(location.dir)).rejects.toMatchObject({ code: "ENOENT" });
  });
});
