import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { openRoot } from "@precept/files";
import { createBaseline, type Baseline, type BaselineEntry } from "@precept/governance";
import { expect, it } from "vitest";
import { createProject } from "@precept/testing";
import { loadBaseline, updateBaseline } from "./baseline.ts";

const file = ".precept/baseline.json";

function entry(fingerprint: string, message = "m"): BaselineEntry {
  return { fingerprint, rule_id: "A-1", file: "a.ts", line: 1, message };
}

function add(...entries: readonly BaselineEntry[]): (current: Baseline) => Baseline {
  return (current) => createBaseline([], [...current.entries, ...entries]);
}

it("loses no entry when a baseline is changed concurrently", async () => {
  const { dir } = await createProject();
  const root = openRoot(dir);
  const names = Array.from({ length: 12 }, (_, number) => `fingerprint-${number}`);
  await Promise.all(names.map((name) => updateBaseline(root, file, file, add(entry(name)))));
  const { baseline } = await loadBaseline(root, file, file);
  expect(baseline.entries.map(({ fingerprint }) => fingerprint).toSorted()).toEqual(names.toSorted());
  expect(await readdir(join(dir, ".precept"))).toEqual(["baseline.json"]);
});

it("masks secrets in messages, as the audit log does", async () => {
  const { dir } = await createProject();
  const token = ["gh", "p_", "q8Zt2Lm9Xv4Rb7Nw3Kc6Yp1Dh5Js0Gf8TaU2"].join("");
  await updateBaseline(openRoot(dir), file, file, add(entry("f", `Found ${token} here`)));
  const text = await readFile(join(dir, file), "utf8");
  expect(text).not.toContain(token);
  expect(JSON.parse(text)).toMatchObject({ entries: [{ fingerprint: "f", message: "Found [masked] here" }] });
});

it.each(["{", "[]", '{ "name": "package" }', "\0"])("does not overwrite a file that is not a baseline: %j", async (content) => {
  const project = await createProject();
  const { dir } = project;
  await project.write("package.json", content);
  const failed = updateBaseline(openRoot(dir), "package.json", "package.json", add(entry("f")));
  await expect(failed).rejects.toMatchObject({ code: "BASELINE_INVALID" });
  expect(await readFile(join(dir, "package.json"), "utf8")).toBe(content);
});

it("writes nothing if nothing changes", async () => {
  const { dir } = await createProject();
  await updateBaseline(openRoot(dir), file, file, () => undefined);
  expect(await readdir(join(dir, ".precept"))).toEqual([]);
});
