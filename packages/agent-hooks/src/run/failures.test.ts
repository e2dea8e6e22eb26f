import { type HookOutput, hosts } from "@precept/mdc-compat/hooks";
import { execFile } from "node:child_process";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import * as fc from "fast-check";
import { createProject } from "@precept/testing";
import { openLazyWorkspace } from "@precept/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { hostIds, type HostId } from "../host-ids.ts";
import type { AgentAction } from "../../test/agent-action.ts";
import { encodeAction, projectDir } from "../../test/encode-action.ts";
import { hookProjectFiles } from "../../test/hook-project.ts";
import { runHook } from "./run-hook.ts";

/** Replaces what is at a path. */
async function put(dir: string, path: string, write: (at: string) => Promise<unknown>): Promise<void> {
  const at = join(dir, path);
  await rm(at, { recursive: true, force: true });
  await mkdir(dirname(at), { recursive: true });
  await write(at);
}

/** Creates a named pipe, which a reader would wait for. */
async function makePipe(at: string): Promise<void> {
  await promisify(execFile)("mkfifo", [at]);
}

const config = ".precept/config.yaml";
const policy = ".precept/policies/all.yaml";

/** Ways to damage a project so that its policies cannot all be loaded. */
const damages: Readonly<Record<string, (dir: string, text: string) => Promise<void>>> = {
  "a configuration that is no YAML": (dir, text) =>
    put(dir, config, (at) => writeFile(at, `policies: [${text.replaceAll("]", "")}`)),
  "a configuration that is a list": (dir) => put(dir, config, (at) => writeFile(at, "- a\n")),
  "a configuration of bytes": (dir) => put(dir, config, (at) => writeFile(at, Buffer.from([0xff, 0xfe, 0, 1]))),
  "a configuration that is a directory": (dir) => put(dir, config, (at) => mkdir(at)),
  "an invalid setting of policies": (dir) => put(dir, config, (at) => writeFile(at, "policies: { starters: 7 }\n")),
  "an unknown starter": (dir) => put(dir, config, (at) => writeFile(at, "policies: { starters: [nothing] }\n")),
  "a configuration that is too large": (dir) => put(dir, config, (at) => writeFile(at, `# ${"x".repeat(70_000)}\n`)),
  "a policy file that is no YAML": (dir, text) => put(dir, policy, (at) => writeFile(at, `id: [${text.replaceAll("]", "")}`)),
  "a policy file that is a directory": (dir) => put(dir, policy, (at) => mkdir(at)),
  "a policy file that is a broken link": (dir) => put(dir, policy, (at) => symlink("nothing", at)),
  "a policy without a pattern that compiles": (dir) =>
    put(dir, policy, (at) => writeFile(at, "id: A\nseverity: CRITICAL\nmatch: { pattern: '(' }\nmessage: m\n")),
  "a policy file that is too large": (dir) => put(dir, policy, (at) => writeFile(at, `# ${"x".repeat(1_100_000)}\n`)),
  "a policy directory that is a file": (dir) => put(dir, ".precept/policies", (at) => writeFile(at, "x")),
  "a project directory that is a loop of links": (dir) => put(dir, ".precept", (at) => symlink(".precept", at)),
  "a project directory that is a file": (dir) => put(dir, ".precept", (at) => writeFile(at, "x")),
  "a project directory that is a broken link": (dir) => put(dir, ".precept", (at) => symlink("nothing", at)),
  "a project directory that is a link to a name that is too long": (dir) =>
    put(dir, ".precept", (at) => symlink("n".repeat(300), at)),
  ...(process.platform !== "win32" && {
    "a project directory that is a pipe": (dir: string) => put(dir, ".precept", makePipe),
    "a configuration that is a pipe": (dir: string) => put(dir, config, makePipe),
    "a policy directory that is a pipe": (dir: string) => put(dir, ".precept/policies", makePipe),
    "a policy file that is a pipe": (dir: string) => put(dir, policy, makePipe),
  }),
  "a configuration that is a link to a name that is too long": (dir) => put(dir, config, (at) => symlink("n".repeat(300), at)),
  "a configuration that is a broken link": (dir) => put(dir, config, (at) => symlink("nothing", at)),
  "a policy directory that is a link to a name that is too long": (dir) =>
    put(dir, ".precept/policies", (at) => symlink("n".repeat(300), at)),
  "a policy directory that is a broken link": (dir) => put(dir, ".precept/policies", (at) => symlink("nothing", at)),
  "a policy file that is a link to a name that is too long": (dir) => put(dir, policy, (at) => symlink("n".repeat(300), at)),
};

const calls: readonly AgentAction[] = [
  { type: "command", command: "ls" },
  { type: "write", path: "a.ts", content: "x" },
  { type: "edit", path: "a.ts", old: "x", new: "y" },
  { type: "mcp", server: "s", tool: "t", input: { a: 1 } },
];

type Run = (host: HostId, payload: object) => Promise<HookOutput>;

/** Opens a project once for all its hooks, because loading policies takes long. */
async function openHooks(dir: string): Promise<Run> {
  const workspace = await openLazyWorkspace(dir, { home: `${dir}/home`, discover: true, remember: true });
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  return (host, payload) =>
    runHook(JSON.stringify(payload).replaceAll(projectDir, dir), {
      host,
      env: {},
      cwd: dir,
      now: () => 1_763_000_000_000,
      deadline: 60_000,
      open: () => Promise.resolve(workspace),
    });
}

const denies = ({ stdout, exitCode }: HookOutput): boolean =>
  exitCode === 2 || /"(?:deny|block)"|"cancel":true|"continue":false/.test(stdout);

describe("a hook in a project whose policies cannot all be loaded", () => {
  it.each(Object.keys(damages))("denies every call of every host and says why: %s", async (name) => {
    const [{ dir }, random] = [await createProject(hookProjectFiles), fc.sample(fc.string(), { numRuns: 1, seed: 7 })];
    await damages[name]?.(dir, random.join(""));
    const run = await openHooks(dir);
    for (const host of hostIds) {
      for (const { shape, payload } of calls.flatMap((call) => encodeAction(host, call))) {
        const output = await run(host, payload);
        expect([host, shape, denies(output)]).toEqual([host, shape, true]);
        expect(`${output.stdout}${output.stderr}`).toContain("Precept could not check this");
      }
    }
  });

  it.skipIf(process.getuid?.() === 0)("denies if the project cannot be read", async () => {
    const { dir } = await createProject(hookProjectFiles);
    await chmod(join(dir, ".precept"), 0);
    onTestFinished(() => chmod(join(dir, ".precept"), 0o700));
    const run = await openHooks(dir);
    for (const host of hostIds) {
      const [encoded] = encodeAction(host, { type: "command", command: "ls" });
      expect([host, denies(await run(host, encoded?.payload ?? {}))]).toEqual([host, true]);
    }
  });

  it("denies prompts and results where the host can, and the end of an answer only if it cannot loop", async () => {
    const { dir } = await createProject(hookProjectFiles);
    await damages["a policy file that is no YAML"]?.(dir, "");
    const run = await openHooks(dir);
    const texts: readonly AgentAction[] = [
      { type: "prompt", text: "Hello" },
      { type: "result", tool: "WebFetch", text: "Hello" },
      { type: "response", text: "Hello" },
    ];
    for (const host of hostIds) {
      for (const action of texts) {
        for (const { payload } of encodeAction(host, action)) {
          const output = await run(host, payload);
          const { hook_event_name: name } = payload as { readonly hook_event_name?: string };
          if (name === undefined) continue;
          const can = Object.entries(hosts[host].events).some(([known, spec]) => known === name && spec.deny === true);
          const canLoop = action.type === "response" && !("stop_hook_active" in payload);
          expect([host, action.type, denies(output)]).toEqual([host, action.type, can && !canLoop]);
          expect(`${output.stdout}${output.stderr}`).toContain("Precept could not check this");
        }
      }
    }
  });

  it("denies nothing if a setting that is not about policies is invalid", async () => {
    const { dir } = await createProject(hookProjectFiles);
    await put(dir, config, (at) => writeFile(at, "budget: { characters: -1 }\n"));
    const run = await openHooks(dir);
    const [encoded] = encodeAction("kiro", { type: "command", command: "ls" });
    expect(await run("kiro", encoded?.payload ?? {})).toMatchObject({ exitCode: 0, stderr: "" });
  });
});

describe("damaged state", () => {
  const low = "id: LOW\nseverity: LOW\nmatch: { pattern: 'todo', context_filter: { subject: command } }\nmessage: m\n";

  it("denies calls if a policy has priority P0, and is only reported otherwise", async () => {
    for (const [files, isDenied] of [
      [hookProjectFiles, true],
      [{ ".git/HEAD": "", ".precept/policies/low.yaml": low }, false],
    ] as const) {
      const { dir } = await createProject({ ...files, ".precept/policies/low.yaml": low });
      await put(dir, ".precept/state", (at) => writeFile(at, "x"));
      const run = await openHooks(dir);
      for (const host of hostIds) {
        const [encoded] = encodeAction(host, { type: "command", command: "todo" });
        const output = await run(host, encoded?.payload ?? {});
        expect([host, denies(output)]).toEqual([host, isDenied]);
        expect(output.stderr).toContain("precept hook: ");
      }
    }
  });
});
