import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPattern, type PatternSource } from "@precept/governance";
import { afterAll, describe, expect, it } from "vitest";
import { evilPatterns } from "../../test/evil-patterns.ts";
import { createRegexSafetyChecker, createRegexRiskCache, describeRegexRisk, type RegexRisk } from "./regex-safety-checker.ts";

const pattern = (source: string, flags = ""): PatternSource => ({ id: source, source, flags });
// A long time limit, so that the result does not depend on the speed of the machine.
// A third of the default budget, because most of these patterns use all of it.
const checker = createRegexSafetyChecker({ budget: 50, maxTime: 30_000 });
afterAll(() => checker[Symbol.asyncDispose]());

/** Slow only on texts of thousands of characters, or no slower than other patterns in V8. */
const tolerated = new Set(["\\s+$", ".*.*=.*", "(a+)\\1+b"]);

describe("a regex safety checker", () => {
  it.each(evilPatterns.filter(({ source }) => !tolerated.has(source)))(
    "rejects $source ($flags), statically or by running it",
    async (evil) => {
      if (checkPattern(evil.source, evil.flags).status === "refused") return;
      const [risk] = await checker.check([evil]);
      expect(risk).toMatchObject({ kind: "slow" });
    },
  );

  it("returns an attack string for a slow pattern", async () => {
    const [risk] = await checker.check([pattern("^x=(?:a|b|ab)*c")]);
    expect(risk).toMatchObject({ kind: "slow", text: expect.stringMatching(/^x=(?:ab){100,}$/) });
  });

  it("accepts patterns of typical policies", async () => {
    const typical = [
      "console\\.(?:log|debug)\\(",
      "[\\w.-]{0,50}?stripe[ \\t\\w.-]{0,20}[\\s'\"]{0,3}(?:=|:|=>|,)[\\s'\"]{0,5}([a-z0-9]{32})",
      "^\\s*import\\s+.*\\s+from\\s+['\"].*['\"]",
      "\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b",
      "https?://[^\\s/]+(?:/[^\\s?#]*)*",
      "/\\*(?:[^*]|\\*(?!/))*\\*/",
      "\\b[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+\\b",
      "\\s+$",
    ];
    const risks = await checker.check(typical.map((source) => pattern(source, "im")));
    expect(risks).toEqual(typical.map(() => ({ kind: "none" })));
  });

  it("reports unknown for a pattern that could not be checked in time", async () => {
    await using impatient = createRegexSafetyChecker({ maxTime: 20, budget: 1000 });
    const [first, second] = await impatient.check([pattern("(?:a|b|ab)*c"), pattern("a+b")]);
    expect(first).toEqual({ kind: "unknown", reason: "the check timed out" });
    expect(["none", "unknown"]).toContain(second?.kind);
  });

  it("stops when it is aborted or closed", async () => {
    await expect(checker.check([pattern("b+c")], { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    const closed = createRegexSafetyChecker();
    const open = closed.check([pattern("(?:a|b|ab)*c")]);
    await closed[Symbol.asyncDispose]();
    expect((await open)[0]).toMatchObject({ kind: "unknown" });
    expect((await closed.check([pattern("a+b")]))[0]).toMatchObject({ kind: "unknown" });
  });
});

it("describes a risk with an attack string that the author of the pattern can try", () => {
  const text = `${"a".repeat(60)}!`;
  expect(describeRegexRisk({ kind: "slow", text })).toBe('it is slow on a text of 61 characters: "aaaaaaaaaaaaaaaaaaaaaaa…"');
  expect(describeRegexRisk({ kind: "slow", text: 'a"' })).toBe('it is slow on a text of 2 characters: "a\\""');
  expect(describeRegexRisk({ kind: "none" })).toBeUndefined();
  expect(describeRegexRisk({ kind: "unknown", reason: "the checker was closed" })).toBeUndefined();
});

describe("the cache of risks", () => {
  it("stores results by a hash of the pattern, so that it is not checked again", async () => {
    const known = new Map<string, RegexRisk>();
    await using first = createRegexSafetyChecker({ cache: known });
    await first.check([pattern("a+b"), pattern("a+b"), pattern("a+b", "i")]);
    expect([...known.values()]).toEqual([{ kind: "none" }, { kind: "none" }]);
    const slow: RegexRisk = { kind: "slow", text: "known" };
    for (const hash of known.keys()) known.set(hash, slow);
    await using second = createRegexSafetyChecker({ cache: known });
    expect(await second.check([pattern("a+b")])).toEqual([slow]);
  });

  it("drops the oldest results beyond its size", () => {
    const cache = createRegexRiskCache(2);
    for (const hash of ["a", "b", "c"]) cache.set(hash, { kind: "none" });
    expect(["a", "b", "c"].map((hash) => cache.get(hash)?.kind)).toEqual([undefined, "none", "none"]);
  });
});

it("does not keep the process alive, even if it is not closed", { tags: "slow" }, async () => {
  const module = fileURLToPath(new URL("regex-safety-checker.ts", import.meta.url));
  const program = `
    const { createRegexSafetyChecker } = await import(${JSON.stringify(module)});
    const [risk] = await createRegexSafetyChecker().check([{ id: "p", source: "(?:a|b|ab)*c", flags: "" }]);
    console.log(risk.kind);`;
  const flags = ["--conditions=@precept/source", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { timeout: 30_000 });
  expect(stdout).toBe("slow\n");
});
