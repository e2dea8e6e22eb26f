import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it, onTestFinished } from "vitest";
import { cachedScripts, scriptProgram } from "../bundle/cached-scripts.ts";

/** Bundles modules. @param plugin default: `shared.js` becomes a script. @returns the directory of the bundle. */
async function bundle(modules: Readonly<Record<string, string>>, plugin = cachedScripts(["shared"])): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-bundle-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await Promise.all(Object.entries(modules).map(([name, code]) => writeFile(join(dir, name), code)));
  const build = await rolldown({
    input: { main: join(dir, "main.js") },
    plugins: [plugin],
    external: [/code-cache/],
  });
  const dist = join(dir, "dist");
  await build.write({ dir: dist, chunkFileNames: "[name].js", codeSplitting: { groups: [{ name: "shared", test: /shared/ }] } });
  await build.close();
  await cp(fileURLToPath(new URL("code-cache.ts", import.meta.url)), join(dist, "code-cache.ts"));
  for (const name of (await readdir(dist)).filter((one) => one.endsWith(".js"))) {
    const text = await readFile(join(dist, name), "utf8");
    await writeFile(join(dist, name), text.replace("./code-cache.js", "./code-cache.ts"));
  }
  await writeFile(join(dist, "package.json"), `{"type":"module"}`);
  return dist;
}

describe("a chunk that becomes a script", () => {
  it("exports the same values, and can load other chunks and itself", async () => {
    const dist = await bundle({
      "main.js": `export { count, Counter, text, where, later } from "./shared.js"; export const again = () => import("./shared.js");`,
      "shared.js": `
        export const count = 3;
        export class Counter { value = count; }
        export const text = "é😀" + /[é]/u.exec("é").index + \`→\`;
        export const where = import.meta.url;
        export const later = async () => (await import("./lazy.js")).default;`,
      "lazy.js": `import { Counter } from "./shared.js"; export default new Counter();`,
    });
    const main = (await import(pathToFileURL(join(dist, "main.js")).href)) as Record<string, never>;
    expect(main).toMatchObject({ count: 3, text: "é😀0→", where: pathToFileURL(join(dist, "shared.js")).href });
    const later = await (main["later"] as unknown as () => Promise<unknown>)();
    expect(later).toBeInstanceOf(main["Counter"]);
    expect(later).toEqual({ value: 3 });
    const script = await readFile(join(dist, "shared-code.js"), "latin1");
    expect(script).toContain("value = 3");
    expect(script).toMatch(/^[\0-\x7F]*$/);
  });

  it.each([
    [
      "exports a variable that it assigns to",
      `export let count = 0; export const add = () => { count += 1; };`,
      "exports the variable count, and assigns to it",
    ],
    ["waits while it loads", `export const count = await 1; export const add = 0;`, "await is only valid"],
    [
      "has characters in a tagged template that its tag would see as escape sequences",
      "export const count = String.raw`é`; export const add = 0;",
      "has a tagged template with characters outside of ASCII",
    ],
  ])("fails the build if it %s", async (_, code, message) => {
    const modules = { "main.js": `export { count, add } from "./shared.js";`, "shared.js": code };
    await expect(bundle(modules)).rejects.toThrow(message);
  });
});

describe("a program of scripts", () => {
  it("runs without Node's module loaders, apart from its entry", async () => {
    const dist = await bundle(
      {
        "main.js": `export { count as total, Counter, where, later, now } from "./shared.js";`,
        "shared.js": `
          export const count = 3;
          export class Counter { value = count; }
          export const where = import.meta.url;
          export const later = async () => (await import("./lazy.js")).counter;
          export const now = () => import.meta.load("./lazy.js").counter;`,
        "lazy.js": `import { Counter } from "./shared.js"; export const counter = new Counter(); counter.text = "${"x".repeat(2000)}";`,
      },
      scriptProgram("main"),
    );
    expect((await readdir(dist)).toSorted()).toEqual(["code-cache.ts", "lazy-code.js", "main.js", "package.json"]);
    const main = (await import(pathToFileURL(join(dist, "main.js")).href)) as {
      readonly Counter: new () => object;
      readonly later: () => Promise<object>;
      readonly now: () => object;
    };
    expect(main).toMatchObject({ total: 3, where: pathToFileURL(join(dist, "main.js")).href });
    const counter = await main.later();
    expect(counter).toBeInstanceOf(main.Counter);
    expect(main.now()).toBe(counter);
  });

  it("fails to load a script again after it threw", async () => {
    const modules = {
      "main.js": `export { load } from "./shared.js";`,
      "shared.js": `export const load = () => import("./lazy.js");`,
      "lazy.js": `throw new Error("It cannot start.");`,
    };
    const dist = await bundle(modules, scriptProgram("main"));
    const { load } = (await import(pathToFileURL(join(dist, "main.js")).href)) as { readonly load: () => Promise<object> };
    await expect(load()).rejects.toThrow("It cannot start.");
    await expect(load()).rejects.toThrow("It cannot start.");
  });
});
