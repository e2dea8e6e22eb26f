import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startScript } from "../test/script.ts";
import { mountSmallDisk, getSmallDiskObstacle } from "../test/small-disk.ts";

/** Appends lines of different lengths, and prints the name of each appended line. */
const append = `
  for (let number = 0; number < 150; number += 1) {
    const name = args[0] + "-" + number;
    const line = name + " " + "x".repeat(number % 3 === 0 ? 6_000 : 20) + "\\n";
    await files
      .withLock(root, "log", "test", (lock) => files.appendFile(root, "log", line, { beforeRename: lock.assertHeld }))
      .then(() => console.log(name), (error) => { if (error.code !== "ENOSPC") throw error; });
  }`;

const whyNot = getSmallDiskObstacle();

describe.skipIf(whyNot !== undefined)(`a disk that fills up${whyNot === undefined ? "" : ` (skipped: ${whyNot})`}`, () => {
  it("contains only complete lines of four processes, and no process removes lines of another", async () => {
    const { dir } = mountSmallDisk();
    const acknowledged: string[] = [];
    const runToEnd = async (name: string): Promise<void> => {
      const script = startScript(dir, append, [name]);
      for (let line = await script.nextLine(); line !== undefined; line = await script.nextLine()) acknowledged.push(line);
    };
    await Promise.all(["a", "b", "c", "d"].map(runToEnd));
    const text = await readFile(join(dir, "log"), "utf8");
    const lines = text.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.filter((line) => !/^[a-d]-\d+ x+$/.test(line))).toEqual([]);
    expect(new Set(lines.map((line) => line.split(" ")[0]))).toEqual(new Set(acknowledged));
    expect(lines).toHaveLength(acknowledged.length);
    expect(acknowledged.length).toBeLessThan(600);
  });
});
