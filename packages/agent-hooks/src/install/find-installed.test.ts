import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { expect, it } from "vitest";
import { applyInstall } from "./apply-changes.ts";
import { findInstalledHooks } from "./find-installed.ts";
import { projectTarget } from "./install-target.ts";

const command = { words: ["precept"], isLocal: false };

it("finds a plugin, and does not say how it is started if it was edited", async () => {
  const { dir } = await createProject({});
  const target = projectTarget(dir);
  await applyInstall(target, { action: "install", hosts: ["opencode"], parts: ["hooks"], command, isWindows: false });
  const path = ".opencode/plugins/precept.js";
  const found = { host: "opencode", path, missing: [], refused: [] };
  const start = { words: ["precept", "hook", "opencode"] };
  expect(findInstalledHooks(target, [command], false)).toEqual([{ ...found, start }]);
  // As a formatter writes it, which is no JSON.
  const text = await readFile(join(dir, path), "utf8");
  await writeFile(join(dir, path), text.replace(/^const command = .*$/m, "const command = ['precept', 'hook', 'opencode'];"));
  expect(findInstalledHooks(target, [command], false)).toEqual([{ ...found, start: undefined }]);
});
