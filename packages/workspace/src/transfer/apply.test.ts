import { type ExportAction, applyTransfer } from "@precept/transfer";
import { expect, it } from "vitest";
import { createProject } from "../../test/project.ts";

it.skipIf(process.platform !== "linux")("a failed write fails the transfer with an error that names the file", async () => {
  const { dir } = await createProject();
  const path = `a/${"d".repeat(300)}`;
  const action: ExportAction = { kind: "create", path, targets: ["agents"], rules: ["project:a"], after: "A.\n" };
  await expect(applyTransfer(dir, { actions: [action], ledger: new Map() }, new Map())).rejects.toMatchObject({
    code: "FILE_SYSTEM_FAILED",
    message: expect.stringMatching(/^Cannot create "a\/d+…d+": the name is too long\.$/) as string,
  });
});
