import { openWorkspace, type WorkspaceOptions } from "@precept/workspace";
import { describe, expect, it, vi } from "vitest";
import { run } from "./run.ts";
import { createProject, nativeRule } from "../test/precept-in.ts";

/** Runs a command in a project with a rule. Returns how often it listed the rules of a store. */
async function countReadings(args: readonly string[]): Promise<number> {
  const { dir } = await createProject({ ".precept/rules/a.md": nativeRule("a"), "a.ts": "" });
  const readings: (() => number)[] = [];
  const open = async (root: string, options: WorkspaceOptions) => {
    const workspace = await openWorkspace(root, options);
    for (const store of workspace.stores) {
      const list = vi.spyOn(store, "list");
      readings.push(() => list.mock.calls.length);
    }
    return workspace;
  };
  const terminal = {
    env: { PRECEPT_HOME: `${dir}/no-home` },
    cwd: dir,
    interactive: false,
    out: () => undefined,
    err: () => undefined,
    readInput: async () => "",
    ask: async () => false,
    askText: async () => "",
    interrupted: async () => undefined,
  };
  expect(await run(args, terminal, open)).toBe(0);
  return readings.reduce((total, count) => total + count(), 0);
}

describe("the rules of a project", () => {
  it.each([[["check", "a.ts"]], [["check"]], [["policies", "list"]]])("are not read for %j", async (args) => {
    expect(await countReadings(args)).toBe(0);
  });

  it.each([[["list"]], [["lint"]], [["show", "a"]]])("are read for %j", async (args) => {
    expect(await countReadings(args)).toBeGreaterThan(0);
  });
});
