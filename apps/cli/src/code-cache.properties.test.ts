import { spawn } from "node:child_process";
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { bySize, nobody } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { damages } from "../test/damage-bytes.ts";

// Two scripts of the same length: V8 cannot tell their compiled code apart.
const scripts = ["1", "5"].map((number) => `(() => { const inner = (one) => one + ${number}; return inner(1); })()`);
const values = ["2", "6"];
const commands = ["explain", "list"];
const isRoot = process.geteuid?.() === 0;

const call = fc.record({
  script: fc.nat(1),
  command: fc.nat(1),
  before: fc.constantFrom(
    "nothing",
    "nothing",
    "flip",
    "cut",
    "double",
    "empty",
    "noise",
    "swap",
    "old",
    "directory",
    "forged link",
    "forged file",
    "forged directory",
    "forged parent",
    // Only root can give a file to another user.
    ...(isRoot ? (["forged owner", "forged directory owner"] as const) : []),
  ),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  bits: fc.integer({ min: 1, max: 255 }),
  umask: fc.constantFrom(0o000, 0o002, 0o022, 0o077),
});
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

it("a script returns with a cache what it returns without one, after any changes of the cache", async () => {
  const base = await mkdtemp(join(tmpdir(), "precept-code-"));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  for (const [at, source] of scripts.entries()) {
    // The name is in the cache, and so both scripts have the same one.
    await mkdir(join(base, String(at)));
    await writeFile(join(base, String(at), "script.js"), source);
  }
  const dir = join(base, "parent/cache");
  let used = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 3, maxLength: 6 }), async (calls) => {
      await rm(join(base, "parent"), { recursive: true, force: true });
      await mkdir(dir, { recursive: true });
      for (const one of calls) {
        const restore = await disturb(dir, one);
        used += (await readdir(dir)).length > 0 ? 1 : 0;
        expect(await run(base, dir, one)).toBe(values[one.script]);
        await restore();
        for (const name of await readdir(dir)) expect((await lstat(join(dir, name))).mode & 0o077).toBe(0);
      }
    }),
    { numRuns: bySize({ sample: 4, full: 60 }) },
  );
  // Otherwise, no cache was used.
  expect(used).toBeGreaterThan(0);
});

/** Changes stored code, and then, if it is forged, makes it code that others could have written. Returns a function that removes what was forged. */
async function disturb(dir: string, { before, command, script, at, bits }: Call): Promise<() => Promise<void>> {
  const nothing = async (): Promise<void> => undefined;
  const nameOf = (index: number): string => join(dir, `script.js.${commands[command]}.${index}`);
  const [path, other] = [nameOf(script), nameOf(1 - script)];
  const stored = await readFile(path).catch(() => undefined);
  if (before === "swap" || before.startsWith("forged")) {
    // The code of the other script, under the name of this one.
    const content = await readFile(other).catch(() => stored);
    if (content === undefined) return nothing;
    await rm(path, { force: true });
    await writeFile(path, content, { mode: 0o600 });
  } else if (stored === undefined) return nothing;
  const content = await readFile(path);
  const start = Math.floor(at * content.length);
  switch (before) {
    case "flip":
    case "cut":
    case "empty":
    case "noise":
      await writeFile(path, damages[before](content, start, bits));
      break;
    case "double":
      await writeFile(path, Buffer.concat([content, content]));
      break;
    case "old":
      await utimes(path, 1_700_000_000, 1_700_000_000);
      break;
    case "directory":
      await rm(path);
      await mkdir(path, { mode: 0o700 });
      return () => rm(path, { recursive: true, force: true });
    case "forged link":
      await rename(path, join(dir, "../forged"));
      await chmod(join(dir, "../forged"), 0o606);
      await symlink("../forged", path);
      break;
    case "forged file":
      await chmod(path, 0o606);
      break;
    case "forged directory":
      await chmod(dir, 0o777);
      break;
    case "forged parent":
      await chmod(join(dir, ".."), 0o775);
      break;
    case "forged owner":
      await chown(path, nobody, nobody);
      break;
    case "forged directory owner":
      await chown(dir, nobody, nobody);
      break;
    case "nothing":
    case "swap":
      break;
  }
  if (!before.startsWith("forged")) return nothing;
  return async () => {
    await rm(path, { force: true });
    if (isRoot) await chown(dir, 0, 0);
    await chmod(dir, 0o700);
    await chmod(join(dir, ".."), 0o755);
  };
}

/** Runs a script in a new process, as the command line does: with the cache if only the user can write it. */
async function run(base: string, dir: string, { script, command, umask }: Call): Promise<string> {
  const code = `
    process.umask(${umask});
    const { isTrustedFile, makeTrustedDirectory } = await import(${JSON.stringify(import.meta.resolve("@precept/files/trusted-path"))});
    const { runScript, useCodeCache } = await import(${JSON.stringify(new URL("code-cache.ts", import.meta.url).href)});
    const dir = ${JSON.stringify(dir)};
    if (makeTrustedDirectory(dir)) useCodeCache({ dir, command: "${commands[command]}", finished: [0], isTrustedFile });
    console.log(runScript(${JSON.stringify(join(base, String(script)))}, "script.js", "${script}"));`;
  const child = spawn(process.execPath, ["--conditions=@precept/source", "--input-type=module", "--eval", code]);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return `${out.trim()}${err}`;
}
