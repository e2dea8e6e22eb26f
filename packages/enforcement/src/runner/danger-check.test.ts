import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPattern, type PatternSource } from "@precept/governance";
import { afterAll, describe, expect, it } from "vitest";
import { evilPatterns } from "../testing/evil-patterns.ts";
import { createDangerCheck } from "./danger-check.ts";
import { createDangerCache, describeDanger, type Danger } from "./danger.ts";

const pattern = (source: string, flags = ""): PatternSource => ({ id: source, source, flags });
// What it finds out is meant here, and not how fast a machine is that does much else.
const check = createDangerCheck({ maxTime: 30_000 });
afterAll(() => check[Symbol.asyncDispose]());

/** They take a text of thousands of characters, or are no slower than others in V8. */
const bearable = new Set(["\\s+$", ".*.*=.*", "(a+)\\1+b"]);

describe("trying out a pattern", () => {
  it.each(evilPatterns.filter(({ source }) => !bearable.has(source)))(
    "refuses $source ($flags), before or by trying",
    async (evil) => {
      if (checkPattern(evil.source, evil.flags).status === "refused") return;
      const [danger] = await check.check([evil]);
      expect(danger).toMatchObject({ kind: "slow" });
    },
  );

  it("shows a text that keeps it busy", async () => {
    const [danger] = await check.check([pattern("^x=(?:a|b|ab)*c")]);
    expect(danger).toMatchObject({ kind: "slow", text: expect.stringMatching(/^x=(?:ab){100,}$/) });
  });

  it("has nothing against the patterns that people write", async () => {
    const usual = [
      "console\\.(?:log|debug)\\(",
      "[\\w.-]{0,50}?stripe[ \\t\\w.-]{0,20}[\\s'\"]{0,3}(?:=|:|=>|,)[\\s'\"]{0,5}([a-z0-9]{32})",
      "^\\s*import\\s+.*\\s+from\\s+['\"].*['\"]",
      "\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b",
      "https?://[^\\s/]+(?:/[^\\s?#]*)*",
      "/\\*(?:[^*]|\\*(?!/))*\\*/",
      "\\b[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+\\b",
      "\\s+$",
    ];
    const dangers = await check.check(usual.map((source) => pattern(source, "im")));
    expect(dangers).toEqual(usual.map(() => ({ kind: "none" })));
  });

  it("does not know what could not be tried in time", async () => {
    await using impatient = createDangerCheck({ maxTime: 20, budget: 1000 });
    const [first, second] = await impatient.check([pattern("(?:a|b|ab)*c"), pattern("a+b")]);
    expect(first).toEqual({ kind: "unknown", reason: "it could not be tried in the time there was" });
    expect(["none", "unknown"]).toContain(second?.kind);
  });

  it("stops when it is aborted or closed", async () => {
    await expect(check.check([pattern("b+c")], { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    const closed = createDangerCheck();
    const open = closed.check([pattern("(?:a|b|ab)*c")]);
    await closed[Symbol.asyncDispose]();
    expect((await open)[0]).toMatchObject({ kind: "unknown" });
    expect((await closed.check([pattern("a+b")]))[0]).toMatchObject({ kind: "unknown" });
  });
});

it("speaks against a pattern with a text that its author can try", () => {
  const text = `${"a".repeat(60)}!`;
  expect(describeDanger({ kind: "slow", text })).toBe('a text of 61 characters keeps it busy, "aaaaaaaaaaaaaaaaaaaaaaa…"');
  expect(describeDanger({ kind: "slow", text: 'a"' })).toBe('a text of 2 characters keeps it busy, "a\\""');
  expect(describeDanger({ kind: "none" })).toBeUndefined();
  expect(describeDanger({ kind: "unknown", reason: "it was not tried" })).toBeUndefined();
});

describe("what was found out", () => {
  it("is kept under a hash of the pattern, and not found out again", async () => {
    const known = new Map<string, Danger>();
    await using first = createDangerCheck({ cache: known });
    await first.check([pattern("a+b"), pattern("a+b"), pattern("a+b", "i")]);
    expect([...known.values()]).toEqual([{ kind: "none" }, { kind: "none" }]);
    const slow: Danger = { kind: "slow", text: "known" };
    for (const hash of known.keys()) known.set(hash, slow);
    await using second = createDangerCheck({ cache: known });
    expect(await second.check([pattern("a+b")])).toEqual([slow]);
  });

  it("is forgotten, the oldest first, when there is too much of it", () => {
    const cache = createDangerCache(2);
    for (const hash of ["a", "b", "c"]) cache.set(hash, { kind: "none" });
    expect(["a", "b", "c"].map((hash) => cache.get(hash)?.kind)).toEqual([undefined, "none", "none"]);
  });
});

it("lets the process end, even if nobody closes it", async () => {
  const module = fileURLToPath(new URL("danger-check.ts", import.meta.url));
  const program = `
    const { createDangerCheck } = await import(${JSON.stringify(module)});
    const [danger] = await createDangerCheck().check([{ id: "p", source: "(?:a|b|ab)*c", flags: "" }]);
    console.log(danger.kind);`;
  const flags = ["--conditions=@precept/source", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { timeout: 30_000 });
  expect(stdout).toBe("slow\n");
});
