import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../memory-store/store.ts";
import type { Resolution } from "../model/resolution.ts";
import type { RuleInput } from "../model/rule.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { buildRule, namesOf } from "../../test/rules.ts";
import { wrapStore } from "../../test/wrap-store.ts";
import type { RulebookOptions } from "./options.ts";
import { createRulebook } from "./rulebook.ts";

function storeOf(id: string, ...inputs: readonly Partial<RuleInput>[]): RuleStore {
  return createMemoryStore({ id, rules: inputs.map((input) => buildRule(input)) });
}

function open(inputs: readonly Partial<RuleInput>[], options: Partial<RulebookOptions> = {}) {
  const store = storeOf("memory", ...inputs);
  return { store, rulebook: createRulebook({ stores: [store], ...options }) };
}

describe("resolving", () => {
  it("uses the rules of all stores", async () => {
    const stores = [storeOf("a", { name: "one" }), storeOf("b", { name: "two", scope: "user" })];
    const { applied, prompt, totals } = await createRulebook({ stores }).resolve();
    expect(namesOf(applied)).toEqual(["one", "two"]);
    expect(prompt).toContain("### one\n\nText of one.\n\n### two\n\nText of two.\n");
    expect(totals).toMatchObject({ evaluated: 2, matched: 2, applied: 2, characters: 24, tokens: 6 });
  });

  it("uses the rules that are saved during each listing of a busy store", async () => {
    const store = storeOf("busy", { name: "first" });
    let saved = 0;
    const busy = wrapStore(store, {
      list: async function* (options) {
        yield* store.list(options);
        saved += 1;
        await store.save(buildRule({ name: `new-${saved}` }));
      },
      subscribe: () => () => undefined,
    });
    const { applied } = await createRulebook({ stores: [busy] }).resolve();
    expect(saved).toBeGreaterThan(2);
    expect(namesOf(applied)).toEqual(["first", ...Array.from({ length: saved }, (_, at) => `new-${at + 1}`)]);
  });

  it("finds rules and files in the conversation, oldest first", async () => {
    const { rulebook } = open(
      [
        { name: "cart", inclusion: "fileMatch", globs: ["src/**"] },
        { name: "security", inclusion: "manual" },
        { name: "other", inclusion: "manual" },
      ],
      { root: "C:\\shop" },
    );
    const { applied, request: understood } = await rulebook.resolve({
      messages: [{ toolCalls: [{ arguments: { path: "C:\\shop\\src\\a.ts" } }] }, { content: "use #security" }],
      prompt: "fix `src/b.ts`, ask @stranger",
      files: ["README.md"],
    });
    expect(namesOf(applied)).toEqual(["cart", "security"]);
    expect(understood).toEqual({ files: ["README.md", "src/a.ts", "src/b.ts"], requested: ["security"], unknown: [] });
  });

  it("uses the options of the rulebook by default", async () => {
    const { rulebook } = open([{ name: "a" }, { name: "b" }], { format: "xml", budget: { rules: 1 } });
    expect((await rulebook.resolve()).prompt).toContain('<rule name="a"');
    expect((await rulebook.resolve({}, { format: "mdc", budget: {} })).applied).toHaveLength(2);
  });

  it("adds an id and a time to requests without them, if the options provide functions for both", async () => {
    let made = 0;
    const { rulebook } = open([], { newRequestId: () => `id-${(made += 1)}`, now: () => "2026-01-02T03:04:05.000Z" });
    expect(await rulebook.resolve()).toMatchObject({ requestId: "id-1", timestamp: "2026-01-02T03:04:05.000Z" });
    expect(await rulebook.resolve({ id: "mine", timestamp: "then" })).toMatchObject({ requestId: "mine", timestamp: "then" });
    expect(await rulebook.resolve()).toMatchObject({ requestId: "id-2" });
  });

  it("numbers requests by default, without a time", async () => {
    expect(await open([]).rulebook.resolve()).not.toHaveProperty("timestamp");
    const { rulebook } = open([]);
    expect((await rulebook.resolve()).requestId).toBe("1");
    expect((await rulebook.resolve({ id: "mine" })).requestId).toBe("mine");
    expect((await rulebook.resolve()).requestId).toBe("3");
  });

  it("reports requested rules that do not exist, with similar names", async () => {
    const { rulebook } = open([{ name: "security-review" }, { name: "style" }]);
    const { diagnostics, request: understood } = await rulebook.resolve({ include: ["stile", "zzz"] });
    expect(understood.unknown).toEqual(["stile", "zzz"]);
    expect(diagnostics).toMatchObject([
      { code: "request/unknown-rule", message: 'Unknown rule "stile".', hint: 'Did you mean "style"?' },
      { code: "request/unknown-rule", message: 'Unknown rule "zzz".', hint: "`precept list` shows all rules." },
    ]);
  });

  it("expands file references only of rules that match", async () => {
    const requested: string[] = [];
    const references: NonNullable<RulebookOptions["references"]> = {
      async read(path) {
        requested.push(path);
        return path === "a.md" ? { kind: "text", id: path, text: "A!" } : { kind: "missing" };
      },
    };
    const inputs = [
      { name: "a", content: "<#[[file:a.md]]>" },
      { name: "b", content: "#[[file:b.md]]" },
      { name: "c", inclusion: "manual", content: "#[[file:c.md]]" },
    ] as const;
    const { applied, diagnostics } = await open(inputs, { references }).rulebook.resolve();
    expect(applied.map(({ content }) => content)).toEqual(["<A!>", "[File not found: b.md]"]);
    expect(diagnostics).toMatchObject([{ code: "reference/missing" }]);
    expect(requested).toEqual(["a.md", "b.md"]);
    expect((await open(inputs).rulebook.resolve()).applied[0]?.content).toBe("<#[[file:a.md]]>");
  });
});

describe("consistency", () => {
  it("uses the rules at the time of the request, even if they change while references are read", async () => {
    const store = storeOf("memory", { name: "a", content: "#[[file:a.md]]" }, { name: "b" });
    const references: NonNullable<RulebookOptions["references"]> = {
      async read() {
        if (await store.delete("project:b")) await store.save(buildRule({ name: "c" }));
        return { kind: "text", id: "a.md", text: "A" };
      },
    };
    const rulebook = createRulebook({ stores: [store], references });
    const answer = await rulebook.resolve();
    expect(namesOf(answer.applied)).toEqual(["a", "b"]);
    expect(namesOf(answer.skipped)).toEqual([]);
    expect(answer.totals.evaluated).toBe(2);
    expect(namesOf((await rulebook.resolve()).applied)).toEqual(["a", "c"]);
  });

  it("includes changes during the first read", async () => {
    const store = storeOf("memory", { name: "a" }, { name: "b" }, { name: "c" });
    const slow = wrapStore(store, {
      async *list() {
        for await (const stored of store.list()) {
          yield stored;
          await store.delete("project:c");
          if (stored.rule.name === "a") await store.save(buildRule({ name: "d" }));
        }
      },
    });
    expect(namesOf((await createRulebook({ stores: [slow] }).resolve()).applied)).toEqual(["a", "b", "d"]);
  });

  it("reads the stores once for concurrent calls", async () => {
    let listings = 0;
    const store = storeOf("memory", {});
    const counted = wrapStore(store, {
      list: () => {
        listings += 1;
        return store.list();
      },
    });
    const rulebook = createRulebook({ stores: [counted] });
    await Promise.all([rulebook.resolve(), rulebook.list(), rulebook.get("style"), rulebook.reload()]);
    expect(listings).toBe(1);
  });
});

describe("list and get", () => {
  const { rulebook: shared } = open([{ name: "style", scope: "global" }, { name: "style", scope: "user" }, { name: "api" }]);

  it("lists the rules that pass the filter, sorted by name, then precedence", async () => {
    expect((await shared.list()).map((rule) => rule.id)).toEqual(["project:api", "user:style", "global:style"]);
    expect((await shared.list({ scope: "user" })).map((rule) => rule.id)).toEqual(["user:style"]);
  });

  it.each([
    ["style", "user:style"],
    ["global:style", "global:style"],
    ["ap*", "project:api"],
  ])("gets %s", async (name, id) => {
    expect((await shared.get(name)).id).toBe(id);
  });

  it("finds rules by id, else by name, else by path, by precedence and in a scope", async () => {
    const path = ".precept/rules/a.md";
    const { rulebook: own } = open([
      { id: "a", name: "b", scope: "global" },
      { id: "c", name: "a", scope: "user" },
      { id: "d", name: "a", scope: "project" },
      { id: "e", name: "f", origin: { store: "memory", path, root: ".precept/rules" } },
    ]);
    const find = async (...args: Parameters<typeof own.find>) => (await own.find(...args)).map(({ id }) => id);
    expect(await find("a")).toEqual(["a"]);
    expect(await find("a", { scope: "project" })).toEqual(["d"]);
    expect(await find("a", { scope: "session" })).toEqual([]);
    expect(await find("b")).toEqual(["a"]);
    expect(await Promise.all([path, "./.precept/rules/a.md", "a.md"].map((one) => find(one)))).toEqual([["e"], ["e"], ["e"]]);
    expect(await find("nothing")).toEqual([]);
  });

  it("finds the rules of a name by precedence", async () => {
    const { rulebook: own } = open([
      { id: "low", name: "a", scope: "global" },
      { id: "high", name: "a", scope: "project" },
      { id: "other", name: "b" },
    ]);
    expect((await own.find("a")).map(({ id }) => id)).toEqual(["high", "low"]);
    expect((await own.list({ name: "a" })).map(({ id }) => id)).toEqual(["high", "low"]);
  });

  it("suggests similar names", async () => {
    await expect(shared.get("stile")).rejects.toMatchObject({
      code: "RULE_NOT_FOUND",
      details: { name: "stile", known: ["style"] },
    });
  });
});

describe("options", () => {
  it("require stores with different ids", () => {
    expect(() => createRulebook({ stores: [storeOf("a"), storeOf("b"), storeOf("a")] })).toThrow('Two stores have the id "a".');
  });
});

describe("an aborted signal", () => {
  const signal = AbortSignal.abort(new Error("enough"));

  it("rejects a request before anything is read", async () => {
    let listings = 0;
    const store = wrapStore(storeOf("memory"), {
      list: () => {
        listings += 1;
        throw new Error("not to be read");
      },
    });
    const rulebook = createRulebook({ stores: [store] });
    await expect(rulebook.resolve({}, { signal })).rejects.toThrow("enough");
    await expect(rulebook.reload({ signal })).rejects.toThrow("enough");
    expect(listings).toBe(0);
  });

  it("is passed to the reference reader", async () => {
    const controller = new AbortController();
    const references: NonNullable<RulebookOptions["references"]> = {
      async read(_path, _rule, _from, options) {
        controller.abort(new Error("enough"));
        options?.signal?.throwIfAborted();
        return { kind: "missing" };
      },
    };
    const { rulebook } = open([{ content: "#[[file:a.md]]" }], { references });
    await expect(rulebook.resolve({}, { signal: controller.signal })).rejects.toThrow("enough");
  });
});

it("rejects every call after it is closed, and does not close its stores", async () => {
  const { rulebook, store } = open([{ name: "a" }]);
  const received: Resolution[] = [];
  rulebook.on("rulesApplied", ({ resolution }) => received.push(resolution));
  await rulebook.resolve();
  await rulebook[Symbol.asyncDispose]();
  await store.save(buildRule({ name: "b" }));
  for (const call of [
    () => rulebook.resolve(),
    () => rulebook.list(),
    () => rulebook.get("a"),
    () => rulebook.find("a"),
    () => rulebook.reload(),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
  }
  expect(received).toHaveLength(1);
  expect((await store.get("project:b"))?.rule.name).toBe("b");
});
