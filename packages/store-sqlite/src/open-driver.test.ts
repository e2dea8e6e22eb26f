import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { databasePath } from "../test/directory.ts";

/** Runs a process that opens a database after `before`. Returns its output. */
function openAfter(before: string): string {
  const script = `
    ${before}
    const { openDriver } = await import(${JSON.stringify(new URL("open-driver.ts", import.meta.url).href)});
    try {
      const driver = openDriver({ path: ${JSON.stringify(databasePath())}, readOnly: false, busyTimeoutMs: 0, store: "rules" });
      const loaded = Object.keys((await import("node:module")).default._cache).some((path) => path.includes("better-sqlite3"));
      console.log(loaded ? "better-sqlite3" : "node:sqlite", driver.get("SELECT 1 AS one").one);
    } catch (error) {
      console.log(String(error));
    }`;
  const args = ["--conditions=@precept/source", "--input-type=module", "--eval", script];
  return execFileSync(process.execPath, args, { encoding: "utf8", cwd: import.meta.dirname }).trim();
}

const pretend = (name: string, value: string): string =>
  `Object.defineProperty(process, "versions", { value: { ...process.versions, ${name}: "${value}" } });`;

/** Code after which better-sqlite3 cannot be resolved. */
const withoutBetterSqlite3 = `
  const { default: Module } = await import("node:module");
  const { _resolveFilename } = Module;
  Module._resolveFilename = (name, ...rest) => {
    if (name === "better-sqlite3") throw Object.assign(new Error("not installed"), { code: "MODULE_NOT_FOUND" });
    return _resolveFilename(name, ...rest);
  };`;

const withoutNodeSqlite = `
  const { getBuiltinModule } = process;
  process.getBuiltinModule = (name) => (name === "node:sqlite" ? undefined : getBuiltinModule(name));`;

describe("opening a database", () => {
  it("uses better-sqlite3 if it is installed", () => expect(openAfter("")).toBe("better-sqlite3 1"));

  it("uses node:sqlite if better-sqlite3 is not installed", () => expect(openAfter(withoutBetterSqlite3)).toBe("node:sqlite 1"));

  it("does not load better-sqlite3 if Node's Node-API version is too old for it", () =>
    expect(openAfter(pretend("napi", "9"))).toBe("node:sqlite 1"));

  it("names the package to install if there is no SQLite", () =>
    expect(openAfter(withoutBetterSqlite3 + withoutNodeSqlite)).toContain('The store "rules" needs SQLite'));

  it.each(["20.19.5", "22.12.0"])("refuses Node %s before it loads a native addon", (version) =>
    expect(openAfter(pretend("node", version))).toContain(`Precept needs Node 22.14.0 or newer; this is Node ${version}.`),
  );
});
