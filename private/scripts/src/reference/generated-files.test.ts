import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generatedFiles } from "./generated-files.ts";
import { toolTables } from "./tool-tables.ts";

// Not the compiled policies: that compilation has time limits.
const { "packages/governance/src/compiled-starters.ts": _, ...files } = { ...toolTables(), ...generatedFiles };

it.each(Object.entries(files))("%s is up to date: `pnpm generate` updates it", async (path, make) => {
  expect(await make()).toBe(await readFile(join(import.meta.dirname, "../../../..", path), "utf8"));
});
