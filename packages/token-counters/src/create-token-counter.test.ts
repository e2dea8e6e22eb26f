import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createProject, eachLine, startScript } from "@precept/testing";
import * as fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokenCount } from "tokenx";
import { describe, expect, it } from "vitest";
import { tokenCounterIds, type TokenCounterId } from "./counter-table.ts";
import { createTokenCounter, createTokenCounters } from "./create-token-counter.ts";
import { hostileText } from "../test/hostile-text.ts";

const packageDir = join(import.meta.dirname, "..");

describe.each(tokenCounterIds)("the counter %s", (counter) => {
  it("returns a whole number for every text, the same in every call and with every factory", async () => {
    const [first, second] = await Promise.all([createTokenCounter({ counter }), createTokenCounter({ counter })]);
    fc.assert(
      fc.property(hostileText(4000), (text) => {
        const tokens = first.count(text);
        expect(Number.isInteger(tokens) && tokens >= 0).toBe(true);
        expect([first.count(text), second.count(text)]).toEqual([tokens, tokens]);
      }),
      { numRuns: 150 },
    );
    expect(first.count("")).toBe(0);
  });

  it.each(["a", "漢", "👩‍👩‍👧‍👦", "\ud800", " ", "\n", "`-", "7", "<|endoftext|>"])(
    "ends for 1 MB of %j in one line",
    async (piece) => {
      const tokens = await createTokenCounter({ counter });
      expect(tokens.count(piece.repeat(1_048_576 / piece.length))).toBeGreaterThanOrEqual(0);
    },
  );

  it("never counts fewer tokens for a newer model of Claude than for an older one, or for no model", async () => {
    const tokenCounterFor = createTokenCounters();
    const plain = await tokenCounterFor({ counter });
    const older = await tokenCounterFor({ counter, model: "claude-sonnet-4-5" });
    const newer = await tokenCounterFor({ counter, model: "claude-opus-4-7" });
    fc.assert(
      fc.property(hostileText(500), (text) => {
        const counts = [plain, older, newer].map((one) => one.count(text));
        expect(counts).toEqual(counts.toSorted((left, right) => left - right));
      }),
    );
    expect([older.isExact, newer.isExact]).toEqual([false, false]);
  });
});

describe("a token counter", () => {
  it.each<[TokenCounterId | undefined, string | undefined, string, boolean]>([
    [undefined, undefined, "tokenx", false],
    [undefined, "gpt-5", "tokenx for openai", false],
    [undefined, "claude-opus-4-7", "tokenx for claude-4.7", false],
    [undefined, "some-model", "tokenx", false],
    ["characters", undefined, "characters", false],
    ["gpt-tokenizer", undefined, "gpt-tokenizer:o200k_base", false],
    ["gpt-tokenizer", "gpt-5", "gpt-tokenizer:o200k_base for openai", true],
    ["gpt-tokenizer", "gpt-4", "gpt-tokenizer:cl100k_base for openai-cl100k", true],
    ["gpt-tokenizer", "claude-opus-4-7", "gpt-tokenizer:o200k_base for claude-4.7", false],
  ])("%s for %s has the id %j", async (counter, model, id, isExact) => {
    expect(await createTokenCounter({ counter, model })).toMatchObject({ id, isExact });
  });

  it("counts as its library does, times the factor of the model", async () => {
    const text = "Use named exports.\n\n```ts\nexport const a = 1;\n```\n".repeat(20);
    const tokenCounterFor = createTokenCounters();
    expect((await tokenCounterFor()).count(text)).toBe(estimateTokenCount(text));
    expect((await tokenCounterFor({ model: "claude-sonnet-4-5" })).count(text)).toBe(Math.ceil(estimateTokenCount(text) * 1.05));
    expect((await tokenCounterFor({ counter: "gpt-tokenizer", model: "gpt-5" })).count(text)).toBe(countTokens(text));
    expect((await tokenCounterFor({ counter: "characters" })).count(text)).toBe(Math.ceil(text.length / 4));
  });

  it("counts exactly as the tokenizer for texts without long runs", async () => {
    const counter = await createTokenCounter({ counter: "gpt-tokenizer", model: "gpt-5" });
    fc.assert(
      fc.property(hostileText(200), (text) => {
        expect(counter.count(text)).toBe(countTokens(text, { disallowedSpecial: new Set() }));
      }),
      { numRuns: 200 },
    );
  });

  it("is the same for models of one family", async () => {
    const tokenCounterFor = createTokenCounters();
    expect(await tokenCounterFor({ model: "gpt-5" })).toBe(await tokenCounterFor({ model: "o3" }));
  });

  it("fails with the package to install if it is missing", async () => {
    const { dir } = await createProject();
    await cp(join(packageDir, "src"), join(dir, "src"), { recursive: true });
    await mkdir(join(dir, "node_modules"));
    for (const name of ["@precept", "tokenx"])
      await symlink(join(packageDir, "node_modules", name), join(dir, "node_modules", name), "junction");
    const script = `
      const { createTokenCounter } = await import(process.argv[2]);
      const error = await createTokenCounter({ counter: "gpt-tokenizer" }).catch((error) => error);
      console.log(error.code, error.message, error.hint);`;
    const child = startScript(script, { cwd: packageDir, args: [pathToFileURL(join(dir, "src/index.ts")).href] });
    const lines: string[] = [];
    await eachLine(child, (line) => lines.push(line));
    expect(lines.join(" ")).toBe(
      'TOKEN_COUNTER_FAILED The token counter "gpt-tokenizer" failed: the package gpt-tokenizer is not installed. ' +
        "Run `npm install gpt-tokenizer`. Or use another counter: `tokens.counter` in .precept/config.yaml.",
    );
  });
});
