import { inclusions, scopes } from "@precept/contract/values";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { BudgetOptions } from "./budget/options.ts";
import { createMemoryStore } from "./memory-store/store.ts";
import { createRule } from "./model/create-rule.ts";
import type { Resolution } from "./model/resolution.ts";
import type { Rule, RuleInput } from "./model/rule.ts";
import { isVisibleTo } from "./model/tenant.ts";
import type { RuleStore } from "./ports/rule-store.ts";
import { createRulebook } from "./rulebook/rulebook.ts";
import { anyGlob, filePath } from "../test/arbitraries.ts";
import { wrapStore } from "../test/wrap-store.ts";
import { describeSkip } from "./trace/describe-reason.ts";

const ids = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"];

/** Rules with all kinds of conflicts: few names, overlays, replacements, failed preconditions, huge texts. */
const anyRules: fc.Arbitrary<readonly Rule[]> = fc
  .array(
    fc.record(
      {
        name: fc.constantFrom("a", "b", "c"),
        scope: fc.constantFrom(...scopes),
        inclusion: fc.constantFrom(...inclusions),
        globs: fc.uniqueArray(anyGlob, { maxLength: 3 }),
        priority: fc.constantFrom(1, 50, 100),
        override: fc.boolean(),
        enabled: fc.boolean(),
        pending: fc.boolean(),
        authority: fc.constantFrom("absolute", "default"),
        content: fc.oneof(
          fc.string({ maxLength: 40 }),
          fc.integer({ min: 100_001, max: 200_000 }).map((length) => "x".repeat(length)),
          fc.string({ unit: fc.constantFrom("😀", "a ", "\n"), minLength: 1, maxLength: 60 }),
        ),
        replaces: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }),
        contexts: fc.subarray(["review", "chat"]),
        targets: fc.subarray(["claude", "cursor"]),
        projectId: fc.constantFrom("shop", "other"),
        userId: fc.constantFrom("ada", "bob"),
        conditions: fc.constantFrom({ tier: "gold" }, { tier: { not: "gold" } }),
        origin: fc.record(
          {
            store: fc.constant("memory"),
            dialect: fc.constantFrom("precept", "cursor"),
            base: fc.constantFrom("src", "src/a"),
            overlay: fc.constant(true),
            label: fc.constant(true),
            path: filePath,
          },
          { requiredKeys: ["store"] },
        ),
      },
      { requiredKeys: ["name"] },
    ),
    { maxLength: ids.length },
  )
  .map((inputs) => inputs.map((input, at) => createRule({ id: ids[at] ?? "", ...(input as Omit<RuleInput, "id">) })));

const anyBudget: fc.Arbitrary<BudgetOptions> = fc.record(
  {
    characters: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 300_000 })),
    tokens: fc.integer({ min: 0, max: 60 }),
    rules: fc.integer({ min: 0, max: 5 }),
    dialectRules: fc.integer({ min: 0, max: 3 }),
    overflow: fc.constantFrom("drop", "ellipsis"),
  },
  { requiredKeys: [] },
);

const anyRequest = fc.record(
  {
    files: fc.array(filePath, { maxLength: 3 }),
    include: fc.subarray(["a", "b", "r3", "nothing"]),
    tool: fc.constantFrom("claude", "cursor"),
    project: fc.constant("shop"),
    user: fc.constant("ada"),
    contexts: fc.constant(["review"]),
    variables: fc.constant({ tier: "gold" }),
  },
  { requiredKeys: [] },
);

/** The outcomes that a resolution reports for each rule, by store and id. There must be exactly one. */
function accountOf({ applied, skipped, dropped, diagnostics }: Resolution): Map<string, string[]> {
  const account = new Map<string, string[]>();
  const note = ({ origin, id }: Rule, what: string) => {
    const key = `${origin.store} ${id}`;
    account.set(key, [...(account.get(key) ?? []), what]);
  };
  const about = (verb: "dropped" | "cut", rule: Rule) => {
    const code = `budget/${rule.authority === "absolute" ? "absolute" : "rule"}-${verb}`;
    const severity = rule.authority === "absolute" ? "error" : "warning";
    return diagnostics.some(
      (one) =>
        one.code === code &&
        one.severity === severity &&
        one.incomplete === true &&
        one.file === rule.origin.path &&
        one.message.startsWith(`The rule "${rule.name}"`) &&
        one.hint !== undefined,
    );
  };
  for (const { rule, cut, content } of applied) {
    if (cut) note(rule, about("cut", rule) ? "cut, and said so" : "cut silently");
    else note(rule, content === rule.content ? "served" : "served, but changed");
  }
  for (const { rule, reason } of skipped) note(rule, describeSkip(reason).trim() === "" ? "skipped without a reason" : "skipped");
  for (const { rule } of dropped) note(rule, about("dropped", rule) ? "dropped, and said so" : "dropped silently");
  return account;
}

const accounted = new Set(["served", "cut, and said so", "skipped", "dropped, and said so"]);

it("reports an outcome for each rule, for all rules, stores, requests and budgets", async () => {
  const anyStore = fc.record({ rules: anyRules, fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStore, { minLength: 1, maxLength: 3 }),
      anyRequest,
      anyBudget,
      fc.constantFrom("priority" as const, "source" as const),
      async (inputs, request, budget, order) => {
        fc.pre(inputs.some(({ fails }) => !fails));
        const stores = inputs.map(({ rules, fails }, at): RuleStore => {
          const id = `s${at}`;
          const own = rules.map((rule) => ({ ...rule, origin: { ...rule.origin, store: id } }));
          const store = createMemoryStore({ id, rules: own });
          if (!fails) return store;
          return wrapStore(store, {
            // oxlint-disable-next-line require-yield -- It fails before it can yield.
            async *list() {
              throw new Error("no route");
            },
          });
        });
        await using rulebook = createRulebook({ stores });
        const resolution = await rulebook.resolve(request, { budget, order });
        const account = accountOf(resolution);
        for (const [at, { rules, fails }] of inputs.entries()) {
          const failure = resolution.diagnostics.find(
            ({ code, message }) => code === "store/failed" && message.includes(`"s${at}"`),
          );
          expect(failure !== undefined).toBe(fails);
          for (const rule of rules) {
            const said = account.get(`s${at} ${rule.id}`) ?? [];
            const isMissing = fails || !isVisibleTo(rule, { projectId: request.project, userId: request.user });
            expect(isMissing ? said.length === 0 : said.length === 1 && accounted.has(said[0] ?? "")).toBe(true);
          }
        }
        const lost = resolution.dropped.length + resolution.applied.filter(({ cut }) => cut).length;
        const unlisted = resolution.requestable.leftOut.length > 0 ? 1 : 0;
        expect(resolution.diagnostics.filter(({ code }) => code.startsWith("budget/"))).toHaveLength(lost + unlisted);
      },
    ),
    { numRuns: 100 },
  );
});
