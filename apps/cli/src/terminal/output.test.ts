import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";

const terminal = new URL("terminal.ts", import.meta.url).href;

/** Runs a shell command in which `$PROGRAM` writes 200,000 characters and a note. */
async function runInShell(command: string): Promise<{ readonly code: unknown; readonly out: string; readonly err: string }> {
  const program = `
    const { processTerminal } = await import(${JSON.stringify(terminal)});
    const { out, err } = processTerminal();
    for (let line = 0; line < 20_000; line += 1) out("é".padEnd(9, "x") + "\\n");
    err("done\\n");`;
  const env = { ...process.env, PROGRAM: program, NODE: process.execPath };
  const source = command.replaceAll("$PROGRAM", `"$NODE" --conditions=@precept/source --input-type=module --eval "$PROGRAM"`);
  return new Promise((resolve) => {
    execFile("bash", ["-c", source], { env, maxBuffer: 10_000_000 }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe("standard output", () => {
  it("gets everything, in order, through a pipe and into a file", async () => {
    const whole = "éxxxxxxxx\n".repeat(20_000);
    expect(await runInShell("$PROGRAM | cat")).toEqual({ code: 0, out: whole, err: "done\n" });
    expect(await runInShell("$PROGRAM")).toEqual({ code: 0, out: whole, err: "done\n" });
  });

  it.skipIf(spawnSync("perl", ["-e", "1"]).status !== 0)(
    "gets everything through a pipe that does not wait for a slow reader",
    async () => {
      const setUp = `perl -MFcntl -e 'fcntl(STDOUT, F_SETFL, O_WRONLY | O_NONBLOCK) or die $!'`;
      const reader = `perl -e 'select(undef, undef, undef, 0.5); print while <STDIN>'`;
      const { out, err } = await runInShell(`( ${setUp}; $PROGRAM ) | ${reader}`);
      expect([out.length, err]).toEqual([200_000, "done\n"]);
    },
  );

  it("ends the program without an error if its reader has gone", async () => {
    const { out, err } = await runInShell("set -o pipefail; $PROGRAM | head -n 1");
    expect(out).toBe("éxxxxxxxx\n");
    expect(err).not.toMatch(/error/i);
  });

  it.skipIf(!existsSync("/dev/full"))("says that it could not be written", async () => {
    const { code, err } = await runInShell("$PROGRAM > /dev/full");
    expect(code).toBe(3);
    expect(err).toMatch(/error: The output could not be written: ENOSPC/);
  });
});
