import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const run = (...args: readonly string[]): { readonly code: number | null; readonly out: string; readonly err: string } => {
  const main = join(import.meta.dirname, "main.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--conditions=@precept/source", main, ...args], {
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
};

it("prints its usage with --help, and for an unknown option", () => {
  expect(run("--help")).toEqual({ code: 0, out: expect.stringMatching(/^Usage: bench .*match, build/s) as string, err: "" });
  const { code, out, err } = run("--jsn");
  expect([code, out, err]).toEqual([2, "", expect.stringMatching(/^Unknown option '--jsn'.*Usage: bench /s)]);
  expect(err).not.toContain("    at ");
});
