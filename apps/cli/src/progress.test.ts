import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../test/precept-in.ts";

describe("the progress of a command on rules", () => {
  it.each([
    [["list"], ["Reading rules"]],
    [["lint"], ["Reading rules", "Checking texts", "Searching duplicate rules", "Comparing rules"]],
    [["conflicts"], ["Reading rules", "Searching duplicate rules", "Comparing rules"]],
    [["doctor"], ["Reading rules", "Searching duplicate rules", "Comparing rules"]],
    [
      ["export", "--to", "cursor"],
      ["Reading rules", "Planning the export", "Comparing files", "Writing files"],
    ],
    [
      ["import", "--from", "claude"],
      ["Reading rules", "Planning the import", "Writing files"],
    ],
    [["show", "a"], ["Reading rules"]],
  ])("is shown by %j if it takes longer than a second", async (args, steps) => {
    const { precept } = await createProject({
      ".precept/rules/a.md": nativeRule("a", {}, "Use named exports in all modules of the project."),
      ".precept/rules/b.md": nativeRule("b", {}, "Write tests for each behaviour of the module."),
      "CLAUDE.md": "Answer briefly.\n",
    });
    const { err } = await precept(args, { interactive: true, isSlow: true });
    for (const step of steps) expect(err).toContain(step);
  });
});
