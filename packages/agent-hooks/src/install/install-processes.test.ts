import { rmSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startScript } from "@precept/testing";
import { expect, it, onTestFinished } from "vitest";
import { hostIds } from "../host-ids.ts";
import { applyInstall } from "./apply-changes.ts";
import { projectTarget } from "./install-target.ts";

const command = { words: ["precept"], isLocal: false };

const parts = ["hooks", "mcp"] as const;

async function createDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-install-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Starts a process that installs into hosts, one after the other. `ready` resolves before the first. */
function startInstalls(
  dir: string,
  hosts: readonly string[],
): { readonly ready: Promise<unknown>; readonly ended: Promise<number | null>; readonly kill: () => void } {
  const script = `
    import { applyInstall } from "./apply-changes.ts";
    import { projectTarget } from "./install-target.ts";
    const [, , dir, ...hosts] = process.argv;
    const request = { action: "install", parts: ["hooks", "mcp"], command: { words: ["precept"], isLocal: false }, isWindows: false };
    process.stdout.write("ready");
    for (const host of hosts) await applyInstall(projectTarget(dir), { ...request, hosts: [host] });
  `;
  const child = startScript(script, { cwd: import.meta.dirname, args: [dir, ...hosts] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ready = new Promise((resolve) => child.stdout.once("data", resolve));
  return { ready, ended, kill: () => void child.kill("SIGKILL") };
}

it("loses no entry if several processes install at the same time", async () => {
  const dir = await createDirectory();
  await mkdir(join(dir, ".gemini"));
  const settings = '{ "theme": "dark" } // mine\n';
  await writeFile(join(dir, ".gemini/settings.json"), settings);
  const groups = [
    ["gemini", "cursor"],
    ["vscode", "gemini"],
    ["copilot-cli", "claude-code"],
  ];
  const codes = await Promise.all(groups.map((hosts) => startInstalls(dir, hosts).ended));
  expect(codes).toEqual([0, 0, 0]);
  for (const path of [".gemini/settings.json", ".cursor/hooks.json", ".github/hooks/precept.json", ".claude/settings.json"]) {
    expect(await readFile(join(dir, path), "utf8")).toMatch(/precept hook/);
  }
  await applyInstall(projectTarget(dir), { action: "uninstall", hosts: hostIds, parts, command, isWindows: false });
  expect(await readdir(dir, { recursive: true })).toEqual([".gemini", ".gemini/settings.json"]);
  expect(await readFile(join(dir, ".gemini/settings.json"), "utf8")).toBe(settings);
});

it("removes the directories that it created, although another process recorded only the inner one", async () => {
  const dir = await createDirectory();
  const target = projectTarget(dir);
  const install = applyInstall(target, { action: "install", hosts: ["cursor"], parts, command, isWindows: false });
  // The other process found `.precept`, which the first one had just created, and gets the lock first.
  const ledger = { version: 1, directories: [".precept/state"], files: {} };
  writeFileSync(join(dir, ".precept/state/installed.json"), JSON.stringify(ledger));
  await install;
  await applyInstall(target, { action: "uninstall", hosts: hostIds, parts, command, isWindows: false });
  expect(await readdir(dir)).toEqual([]);
});

it("removes the directories that another process created and has not removed yet", async () => {
  const dir = await createDirectory();
  const target = projectTarget(dir);
  await mkdir(join(dir, ".precept/state"), { recursive: true });
  await writeFile(join(dir, ".precept/state/.gitignore"), "*\n");
  const ledger = { version: 1, directories: [".precept", ".precept/state"], files: {} };
  await writeFile(join(dir, ".precept/state/installed.json"), JSON.stringify(ledger));
  const install = applyInstall(target, { action: "install", hosts: ["cursor"], parts, command, isWindows: false });
  // The other process uninstalls while this one waits for the lock.
  rmSync(join(dir, ".precept/state/installed.json"));
  await install;
  await applyInstall(target, { action: "uninstall", hosts: hostIds, parts, command, isWindows: false });
  expect(await readdir(dir)).toEqual([]);
});

it("leaves the old or the new file if it is killed, and can be undone", { tags: "slow" }, async () => {
  const old = `{ // mine\n  "list": [${"1, ".repeat(20_000)}2]\n}`;
  for (let round = 0; round < 8; round++) {
    const dir = await createDirectory();
    const target = projectTarget(dir);
    const paths = [".claude/settings.json", ".gemini/settings.json", ".qwen/settings.json"];
    for (const path of paths) {
      await mkdir(join(dir, path, ".."), { recursive: true });
      await writeFile(join(dir, path), old);
    }
    const installs = startInstalls(dir, ["claude-code", "gemini", "qwen"]);
    // Ends at another place in each round: before the first write, between writes, or after the last.
    await installs.ready;
    await setTimeout(round * 12);
    installs.kill();
    await installs.ended;
    for (const path of paths) {
      const text = await readFile(join(dir, path), "utf8");
      expect(text === old || (text.includes("precept hook") && text.endsWith("}"))).toBe(true);
    }
    await applyInstall(target, { action: "uninstall", hosts: hostIds, parts, command, isWindows: false });
    for (const path of paths) expect(await readFile(join(dir, path), "utf8")).toBe(old);
    const left = await readdir(dir, { recursive: true });
    expect(left.filter((path) => !path.startsWith(".precept")).toSorted()).toEqual(
      [".claude", ".gemini", ".qwen", ...paths].toSorted(),
    );
  }
});
