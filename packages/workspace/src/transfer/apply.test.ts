import type { ExportAction } from "@precept/mdc-compat";
import { expect, it } from "vitest";
import { createProject } from "../testing/project.ts";
import { applyTransfer } from "./apply.ts";

it.skipIf(process.platform !== "linux")("a file that can't be written fails the transfer in words, as a store does", async () => {
  const { dir } = await createProject();
  const path = `a/${"d".repeat(300)}`;
  const action: ExportAction = { kind: "create", path, targets: ["agents"], rules: ["project:a"], after: "A.\n" };
  await expect(applyTransfer(dir, { actions: [action], ledger: new Map() }, new Map())).rejects.toMatchObject({
    code: "STORE_FAILED",
    message: `The store "fs" failed: cannot create "${path}": the name is too long.`,
  });
});
