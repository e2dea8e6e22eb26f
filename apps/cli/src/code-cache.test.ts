import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const module = fileURLToPath(new URL("code-cache.ts", import.meta.url));
const first = `(() => { const inner = (number) => number + 1; return inner(1); })()`;
/** As long as the first script: V8 cannot tell the compiled code of both apart. */
const second = first.replace("+ 1", "+ 5");

let dir = "";

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "precept-code-"));
  await mkdir(join(dir, "cache"));
});

afterEach(() => rm(dir, { recursive: true, force: true }));

interface Run {
  readonly script?: string;
  readonly digest?: string;
  readonly command?: string;
  readonly exitCode?: number;
}

/** Runs a script in a new process. @returns its value, and how the process ended. */
async function run({ script = first, digest = "a", command = "explain", exitCode = 0 }: Run = {}): Promise<string> {
  const file = join(dir, "script.js");
  await writeFile(file, script);
  const code = `
    const { isTrustedFile } = await import(${JSON.stringify(import.meta.resolve("@precept/files/trusted-path"))});
    const { runScript, useCodeCache } = await import(${JSON.stringify(pathToFileURL(module).href)});
    useCodeCache({ dir: ${JSON.stringify(join(dir, "cache"))}, command: ${JSON.stringify(command)}, finished: [0, 1], isTrustedFile });
    console.log(runScript(${JSON.stringify(dir)}, "script.js", ${JSON.stringify(digest)}));
    process.exitCode = ${exitCode};`;
  const child = spawn(process.execPath, ["--conditions=@precept/source", "--input-type=module", "--eval", code]);
  const [out, err, ended] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", (status, signal) => resolve(signal ?? status))),
  ]);
  return `${out.trim()}${err} ${String(ended)}`;
}

async function cached(): Promise<readonly string[]> {
  return (await readdir(join(dir, "cache")).catch((): string[] => [])).toSorted((left, right) => (left < right ? -1 : 1));
}

const storedFile = "script.js.explain.a";

describe("the cache of compiled code", () => {
  it("runs a script with the code that an earlier process compiled", async () => {
    expect(await run()).toBe("2 0");
    expect(await cached()).toEqual([storedFile]);
    const { mtimeMs, mode } = await stat(join(dir, "cache", storedFile));
    expect(mode & 0o777).toBe(0o600);
    // The stored code is that of the first script.
    expect(await run({ script: second })).toBe("2 0");
    expect((await stat(join(dir, "cache", storedFile))).mtimeMs).toBe(mtimeMs);
  });

  it.each([
    ["that the user sets", "cache", "cache"],
    ["in the user's Precept directory", undefined, "home/cache/code"],
  ])(
    "is in the directory of Node's compile cache when the program runs: the one %s",
    { tags: "slow" },
    async (_, set, expected) => {
      const file = join(dir, "script.js");
      await writeFile(file, first);
      // Runs a script after the program has done its work, and prints where the compiled code is.
      const runScript = `
      import { getCompileCacheDir } from "node:module";
      process.once("beforeExit", async () => {
        const { runScript } = await import(${JSON.stringify(pathToFileURL(module).href)});
        runScript(${JSON.stringify(dir)}, "script.js", "a");
        console.log(getCompileCacheDir());
      });`;
      const args = ["--conditions=@precept/source", "--import", `data:text/javascript,${encodeURIComponent(runScript)}`];
      const main = fileURLToPath(new URL("main.ts", import.meta.url));
      const NODE_COMPILE_CACHE = set === undefined ? undefined : join(dir, set);
      const env = { ...process.env, NODE_COMPILE_CACHE, PRECEPT_HOME: join(dir, "home") };
      const child = spawn(process.execPath, [...args, main, "--version"], { cwd: dir, env });
      const out = await text(child.stdout);
      const cacheDir = out.trim().split("\n").at(-1) ?? "";
      expect(dirname(cacheDir)).toBe(join(dir, expected));
      expect((await readdir(cacheDir)).filter((name) => name.startsWith("script.js."))).toEqual(["script.js.--version.a"]);
    },
  );

  it("stores the code of many scripts without a warning of Node", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `script-${at}.js`);
    for (const name of names) await writeFile(join(dir, name), first);
    const code = `
      const { isTrustedFile } = await import(${JSON.stringify(import.meta.resolve("@precept/files/trusted-path"))});
      const { runScript, useCodeCache } = await import(${JSON.stringify(pathToFileURL(module).href)});
      useCodeCache({ dir: ${JSON.stringify(join(dir, "cache"))}, command: "hook", finished: [0], isTrustedFile });
      for (const name of ${JSON.stringify(names)}) runScript(${JSON.stringify(dir)}, name, "a");`;
    const child = spawn(process.execPath, ["--conditions=@precept/source", "--input-type=module", "--eval", code]);
    expect(await text(child.stderr)).toBe("");
    expect(await cached()).toHaveLength(names.length);
  });

  it("stores code for each command and each version of a script, and removes that of other versions", async () => {
    await run();
    await run({ command: "list" });
    expect(await run({ script: second, digest: "b" })).toBe("6 0");
    expect(await cached()).toEqual(["script.js.explain.b", "script.js.list.a"]);
  });

  it("stores nothing of a process that failed", async () => {
    expect(await run({ exitCode: 3 })).toBe("2 3");
    expect(await cached()).toEqual([]);
    expect(await run({ exitCode: 1 })).toBe("2 1");
    expect(await cached()).toEqual([storedFile]);
  });

  it("compiles the script if the stored code is damaged, cut or of something else, and stores it again", async () => {
    await run();
    const path = join(dir, "cache", storedFile);
    const good = await readFile(path);
    const changed = Buffer.from(good);
    const middle = Math.floor(good.length / 4);
    changed[middle] = ~(good[middle] ?? 0);
    for (const damaged of [changed, good.subarray(0, good.length / 2), good.subarray(1), Buffer.alloc(0), Buffer.from("xx")]) {
      await writeFile(path, damaged);
      expect(await run({ script: second })).toBe("6 0");
      expect((await readFile(path)).length).toBeGreaterThan(1000);
      expect(await run()).toBe("6 0");
    }
  });

  it("stores the code again after a while", async () => {
    await run();
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(dir, "cache", storedFile), before, before);
    await run();
    expect((await stat(join(dir, "cache", storedFile))).mtimeMs).toBeGreaterThan(before.getTime() + 60_000);
  });

  it.skipIf(process.platform === "win32")("does not run stored code that others could have written", async () => {
    await run();
    await chmod(join(dir, "cache", storedFile), 0o666);
    expect(await run({ script: second })).toBe("6 0");
    expect((await stat(join(dir, "cache", storedFile))).mode & 0o777).toBe(0o600);
  });

  it("compiles the script if there is no cache, or if it cannot be written", async () => {
    await rm(join(dir, "cache"), { recursive: true });
    expect(await run()).toBe("2 0");
    await writeFile(join(dir, "cache"), "no directory");
    await chmod(join(dir, "cache"), 0o400);
    expect(await run()).toBe("2 0");
  });

  it("stores nothing outside of its directory, whatever the command is called", async () => {
    await run({ command: "../../x" });
    expect(await cached()).toEqual(["script.js..a"]);
  });

  it("is complete after several processes stored it at the same time", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => run()));
    expect(new Set(answers)).toEqual(new Set(["2 0"]));
    expect(await cached()).toEqual([storedFile]);
    expect(await run({ script: second })).toBe("2 0");
  });
});
