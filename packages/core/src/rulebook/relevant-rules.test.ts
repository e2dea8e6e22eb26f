import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../memory-store/store.ts";
import type { RuleInput } from "../model/rule.ts";
import type { Embedder } from "../ports/embedder.ts";
import { buildRule, namesOf } from "../../test/rules.ts";
import { wrapStore } from "../../test/wrap-store.ts";
import { describeSkip } from "../trace/describe-reason.ts";
import type { RulebookOptions } from "./options.ts";
import { createRulebook } from "./rulebook.ts";

const relevant = (name: string, content: string, more: Partial<RuleInput> = {}) =>
  buildRule({ name, content, inclusion: "relevant", ...more });

const rules = [
  relevant("prices", "Round prices with Money, never with Math.round."),
  relevant("dates", "Store dates in UTC and format them at the edge."),
  relevant("safety", "Never log card numbers.", { authority: "absolute" }),
];

function open(options: Partial<RulebookOptions> = {}) {
  return createRulebook({ stores: [createMemoryStore({ rules })], ...options });
}

describe("relevant rules", () => {
  it("apply if the prompt is about them, with their scores; those of absolute authority always do", async () => {
    const { applied, skipped } = await open().resolve({
      prompt: "round the prices of the cart that is at the edge of the picture",
    });
    expect(namesOf(applied)).toEqual(["prices", "safety"]);
    expect(applied[0]?.reason).toMatchObject({
      kind: "relevant",
      scores: { sparse: expect.any(Number) },
      words: ["prices", "round"],
    });
    expect(skipped.map(({ rule, reason }) => [rule.name, describeSkip(reason)])).toEqual([
      ["dates", expect.stringMatching(/^not relevant to the prompt enough \(words 0\.\d\d: edge\)$/)],
    ]);
  });

  it("are not searched in a store that finds nothing by meaning", async () => {
    const store = createMemoryStore({ rules });
    const capabilities = { ...store.capabilities, search: true, meaning: false };
    const search = () => Promise.reject(new Error("The index is being built."));
    const { applied } = await open({ stores: [wrapStore(store, { capabilities, search })] }).resolve({
      prompt: "round the prices",
    });
    expect(namesOf(applied)).toEqual(["prices", "safety"]);
  });

  it("do not apply without a prompt, except those of absolute authority", async () => {
    const { applied, skipped } = await open().resolve({ files: ["a.ts"] });
    expect(namesOf(applied)).toEqual(["safety"]);
    expect(skipped.map(({ reason }) => reason.kind)).toEqual(["noSearch", "noSearch"]);
  });

  it("are reported with their scores if they miss the minimum or the limit", async () => {
    const prompt = "the prices are wrong, and the dates too";
    const strict = await open({ relevance: { minScores: { sparse: 0.99 } } }).resolve({ prompt });
    expect(strict.skipped.map(({ reason }) => describeSkip(reason))).toEqual([
      expect.stringMatching(/^not relevant to the prompt enough \(words 0\.\d\d: dates\)$/),
      expect.stringMatching(/^not relevant to the prompt enough \(words 0\.\d\d: prices\)$/),
    ]);
    expect(strict.skipped[1]?.reason).toMatchObject({ missing: ["Money", "Math.round", "Round"] });
    const one = await open().resolve({ prompt }, { relevance: { limit: 1, minScores: {} } });
    expect(one.skipped.map(({ reason }) => describeSkip(reason))).toEqual([
      expect.stringMatching(/^less relevant to the prompt than other rules \(words \d\.\d\d: (?:prices|dates)\)$/),
    ]);
  });

  it("of a session apply only in it, with the store's search or an index in memory", async () => {
    const ofSession = (name: string, session?: string) =>
      relevant(name, "Round prices.", { origin: { store: "memory", ...(session !== undefined && { session }) } });
    const store = createMemoryStore({ rules: [ofSession("always"), ofSession("mine", "s1"), ofSession("other", "s2")] });
    const unsearchable = wrapStore(store, { capabilities: { ...store.capabilities, search: false } });
    for (const one of [store, unsearchable]) {
      const { applied } = await createRulebook({ stores: [one] }).resolve({ prompt: "round prices", session: "s1" });
      expect(namesOf(applied)).toEqual(["always", "mine"]);
    }
    const { hits } = await createRulebook({ stores: [unsearchable] }).search({ text: "round prices" }, { session: "s1" });
    expect(hits.map(({ stored }) => stored.rule.name)).toEqual(["always", "mine"]);
  });

  it("that cannot apply for another reason do not take the place of others", async () => {
    const store = createMemoryStore({
      rules: [...rules, relevant("prices-chat", "Round prices of the cart.", { contexts: ["chat"] })],
    });
    const { applied } = await createRulebook({ stores: [store] }).resolve(
      { prompt: "round the prices" },
      { relevance: { limit: 1 } },
    );
    expect(namesOf(applied)).toEqual(["prices", "safety"]);
  });

  it("are found by words, with a diagnostic, if the embedder fails", async () => {
    const fail = async (): Promise<never> => {
      throw new Error("offline");
    };
    const embedder: Embedder = { info: fail, embed: fail, [Symbol.asyncDispose]: async () => undefined };
    const { applied, diagnostics } = await open({ embedder }).resolve({ prompt: "round the prices" });
    expect(namesOf(applied)).toEqual(["prices", "safety"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["search/degraded"]);
  });
});

describe("an embedder that hangs", () => {
  it("delays one request, and others not until it has answered", async () => {
    const answers: ((vectors: readonly Float32Array[]) => void)[] = [];
    const embedder: Embedder = {
      info: async () => ({ id: "slow", dim: 2, maxBatch: 16 }),
      embed: async ([text = ""]) =>
        text === "now" ? [new Float32Array([1, 0])] : new Promise((resolve) => answers.push(resolve)),
      [Symbol.asyncDispose]: async () => undefined,
    };
    const waits: (() => void)[] = [];
    const timers = {
      setTimeout: (callback: () => void, ms: number) => (ms === 300 ? waits.push(callback) : 0),
      clearTimeout: () => undefined,
    };
    await using rulebook = open({ embedder, timers });
    const slow = rulebook.resolve({ prompt: "round the prices" });
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    for (const end of waits) end();
    const { applied, diagnostics } = await slow;
    expect(namesOf(applied)).toEqual(["prices", "safety"]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "The embedder did not answer in time, so relevant rules were found by words only.",
    ]);
    const started = answers.length;
    expect((await rulebook.resolve({ prompt: "round the prices" })).diagnostics).toHaveLength(1);
    expect(answers).toHaveLength(started);
    for (const answer of answers) answer([new Float32Array([0, 1])]);
    await expect.poll(async () => (await rulebook.resolve({ prompt: "now" })).diagnostics).toEqual([]);
  });
});

describe("searching", () => {
  it("finds the rules of all stores, ranked together, in pages", async () => {
    const stores = ["a", "b"].map((id) =>
      createMemoryStore({
        id,
        rules: ["x", "y"].map((name) => relevant(`${name}-${id}`, `Round prices. ${"More. ".repeat(name === "x" ? 0 : 30)}`)),
      }),
    );
    await using rulebook = createRulebook({ stores });
    const whole = await rulebook.search({ text: "round prices" });
    expect(whole.hits.map(({ stored }) => stored.rule.name)).toEqual(["x-a", "x-b", "y-a", "y-b"]);
    expect(whole).toMatchObject({ modeUsed: "sparse", degraded: "no_embedder", total: 4, isCut: false });
    const first = await rulebook.search({ text: "round prices", limit: 3 });
    const rest = await rulebook.search({
      text: "round prices",
      limit: 3,
      ...(first.cursor !== undefined && { cursor: first.cursor }),
    });
    expect([...first.hits, ...rest.hits].map(({ stored }) => stored.rule.id)).toEqual(
      whole.hits.map(({ stored }) => stored.rule.id),
    );
  });

  it("sees changes, deletions, and only active rules unless others are asked for", async () => {
    const store = createMemoryStore({ rules });
    await using rulebook = createRulebook({ stores: [store] });
    const find = async (text: string, status?: "disabled") =>
      (await rulebook.search({ text, ...(status && { filter: { status: [status] } }) })).hits.map(
        ({ stored }) => stored.rule.name,
      );
    expect(await find("prices")).toEqual(["prices"]);
    await store.save(relevant("prices", "Round amounts."), { upsert: true });
    await store.save(relevant("taxes", "Compute prices without taxes."));
    await store.save(relevant("off", "Old prices.", { enabled: false }));
    expect(await find("taxes")).toEqual(["taxes"]);
    expect(await find("old prices", "disabled")).toEqual(["off"]);
    await store.delete("project:taxes");
    expect(await find("taxes")).toEqual([]);
  });
});

describe("uses", () => {
  it("are counted for the applied rules, with session and tool, unless the request says otherwise", async () => {
    const store = createMemoryStore({ rules });
    const rulebook = createRulebook({ stores: [store], now: () => "2026-01-02T03:04:05.000Z" });
    await rulebook.resolve({ prompt: "prices", session: "s1", tool: "claude" });
    await rulebook.resolve({ prompt: "prices" }, { countUse: false });
    await rulebook[Symbol.asyncDispose]();
    expect(await store.usage(["project:prices", "project:dates"])).toEqual(
      new Map([
        ["project:prices", { count: 1, lastUsedAt: "2026-01-02T03:04:05.000Z", lastSession: "s1", tools: { claude: 1 } }],
      ]),
    );
  });
});
