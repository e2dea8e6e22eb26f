import { link } from "node:fs/promises";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { identifyFile, openRoot } from "@precept/files";
import { cursor } from "@precept/mdc-compat";
import { expect, it } from "vitest";
import { listFiles } from "./list-files.ts";
import { planFile, readAll } from "./load.ts";
import { resolveRoots } from "./resolved-root.ts";

it.skipIf(process.platform === "win32")("reads slow files as it reads fast ones, and not the agent's memory", async () => {
  const texts = Array.from({ length: 40 }, (_, at) => [`r/${at}/a.mdc`, `---\nalwaysApply: true\n---\n\nRule ${at}\n`]);
  const { dir } = await createProject({ "MEMORY.md": "Secret: [", "r/empty.mdc": "", ...Object.fromEntries(texts) });
  await link(join(dir, "MEMORY.md"), join(dir, "r/1/memory.mdc"));
  const { projectDir, roots } = resolveRoots(
    { projectDir: dir, roots: [{ dir: "r", codec: cursor }], identifyMemory: () => identifyFile(openRoot(dir), "MEMORY.md") },
    "fs",
  );
  const plan = [];
  for (const root of roots)
    for (const found of (await listFiles(root, projectDir)).files) plan.push(planFile(found, root, projectDir, () => undefined));
  expect(plan).toHaveLength(42);
  const [fast, slow] = [await readAll(plan, undefined, () => false), await readAll(plan, undefined, () => true)];
  expect(slow).toEqual(fast);
  expect(fast.filter(({ isMemory }) => isMemory)).toHaveLength(1);
  expect(fast.filter(({ rule }) => rule !== undefined)).toHaveLength(41);
});
