import type { ExportAction } from "@precept/mdc-compat";
import { expect, it } from "vitest";
import { createProject } from "../testing/project.ts";
import { applyTransfer } from "./apply.ts";

/** In bytes, with what ends it; other systems have other limits. */
const longestPath = 4096;

it.skipIf(process.platform !== "linux")("a file that can't be written fails the transfer in words, as a store does", async () => {
  const { dir } = await createProject();
  // The path itself is just short enough, and that of the file which is written first, beside it, is not.
  const path = `${"d".repeat(199)}/`
    .repeat(21)
    .slice(0, longestPath - dir.length - 8)
    .replace(/.{3}$/, "d/a");
  const action: ExportAction = { kind: "create", path, targets: ["agents"], rules: ["project:a"], after: "A.\n" };
  await expect(applyTransfer(dir, { actions: [action], ledger: new Map() }, new Map())).rejects.toMatchObject({
    code: "STORE_FAILED",
    message: `The store "fs" failed: cannot create "${path}": the name is too long.`,
  });
});
