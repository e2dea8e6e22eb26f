import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../test/project.ts";

const rule = ".precept/rules/a.md";
const text = "Use named exports in every module of the shop.";

async function openWith(config: string) {
  const { open } = await createProject({ ".precept/config.yaml": config, [rule]: nativeRule("a", {}, text) });
  return open();
}

describe("the tokens of a resolution", () => {
  it("are estimated by tokenx by default", async () => {
    const { budget, totals } = await (await openWith("")).resolve();
    expect(budget.counter).toEqual({ id: "tokenx", isExact: false });
    expect(totals.tokens).toBeGreaterThan(5);
  });

  it("are counted for the model of the configuration, or of the request", async () => {
    const workspace = await openWith("tokens: { counter: gpt-tokenizer, model: gpt-5 }\n");
    expect((await workspace.resolve()).budget.counter).toEqual({ id: "gpt-tokenizer:o200k_base for openai", isExact: true });
    const { budget, diagnostics } = await workspace.resolve({}, { model: "claude-opus-4-7" });
    expect(budget.counter).toEqual({ id: "gpt-tokenizer:o200k_base for claude-4.7", isExact: false });
    expect(diagnostics).toEqual([]);
  });

  it("are reported if the model of the request is unknown", async () => {
    const { budget, diagnostics } = await (await openWith("")).resolve({}, { model: "some-model" });
    expect(budget.counter.id).toBe("tokenx");
    expect(diagnostics).toMatchObject([{ code: "tokens/unknown-model", message: expect.stringContaining("some-model") }]);
  });

  it("are counted by the counter of the caller before all others", async () => {
    const { open } = await createProject({ [rule]: nativeRule("a", {}, text) });
    const workspace = await open({ tokens: { id: "mine", count: () => 1000 }, model: "gpt-5" });
    expect((await workspace.resolve({}, { budget: { tokens: 999 } })).dropped).toMatchObject([{ limit: "larger", tokens: 1000 }]);
    expect((await workspace.tokenCounter()).id).toBe("mine");
  });
});

describe("the limits of a resolution", () => {
  it("come from the request, the configuration, the tool or the defaults, and say so", async () => {
    const workspace = await openWith("budget: { tokens: 500, rules: 7 }\n");
    const { budget } = await workspace.resolve({ tool: "codex" }, { budget: { tokens: 400 } });
    expect(budget.limits.map(({ name, max, source }) => [name, max, source])).toEqual([
      ["characters", 100_000, "default"],
      ["bytes", 32_768, "limit of codex"],
      ["tokens", 400, "request"],
      ["rules", 7, "configuration"],
      ["dialectRules", 64, "default"],
    ]);
  });

  it("are not those of the tool if the configuration has a limit of characters", async () => {
    const workspace = await openWith("budget: { characters: 90000 }\n");
    const { budget } = await workspace.resolve({ tool: "codex" });
    expect(budget.limits.map(({ source }) => source)).toEqual(["configuration", "default"]);
  });

  it("are those of the default tool of the workspace", async () => {
    const { budget } = await (await openWith("tool: codex\n")).resolve();
    expect(budget.limits).toContainEqual({ name: "bytes", appliesTo: "allRules", max: 32_768, source: "limit of codex" });
  });
});
