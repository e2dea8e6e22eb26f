import { describe, expect, it } from "vitest";
import { PreceptError } from "@precept/core";
import { Problems, RecentDiagnostics } from "./recent-diagnostics.ts";
import { createSoftHooks, type SessionStores } from "./session-operations.ts";

const hook = { session: "s", fingerprint: "f", policy: "P", priority: "P2", message: "m", file: null, line: 1 };
const effect = { kind: "raised", hook } as never;

/** Soft hooks whose stores and log only record what is done. */
function createFakes(effects: readonly unknown[], isReadOnly: boolean) {
  const done: string[] = [];
  const apply = (name: string) => async (event: { readonly kind: string }) => {
    done.push(`${name} ${event.kind}`);
    return { effects };
  };
  const stores = {
    softHooks: { apply: apply("hooks"), list: () => [] },
    sequences: { apply: apply("sequences") },
    approvals: { end: async (session: string) => void done.push(`approvals end ${session}`) },
  } as unknown as SessionStores;
  const log = {
    writable: async () => {
      done.push("log opened");
      return { softHooks: { append: async () => void done.push("entry") } };
    },
  } as never;
  return { done, hooks: createSoftHooks(stores, log, () => ({ policies: [] }) as never, isReadOnly) };
}

describe("the operations on soft hooks", () => {
  it.each([
    ["what they change", [effect], false, ["hooks ended", "log opened", "entry", "sequences ended", "approvals end s"]],
    ["nothing, if nothing changes", [], false, ["hooks ended", "sequences ended", "approvals end s"]],
    ["nothing in a workspace that is only read", [effect], true, ["hooks ended", "sequences ended", "approvals end s"]],
  ])("write %s to the audit log", async (_, effects, isReadOnly, expected) => {
    const { done, hooks } = createFakes(effects, isReadOnly);
    await hooks.end("s");
    expect(done.filter((one) => one !== "entry" || effects.length > 0)).toEqual(expected);
  });

  it("copy the state of a forked session", async () => {
    const { done, hooks } = createFakes([], false);
    await hooks.fork("a", "b");
    expect(done).toEqual(["hooks forked", "sequences forked"]);
  });
});

describe("the problems of decisions", () => {
  it("are remembered, the latest 20", () => {
    const recent = new RecentDiagnostics();
    for (let at = 0; at < 20; at += 1) recent.add("policies/not-recorded", `reason ${at}`);
    expect(recent.latest).toHaveLength(20);
    recent.add("policies/not-recorded", "reason 20");
    expect(recent.latest).toHaveLength(20);
    expect(recent.latest[0]?.message).toMatch(/: reason 1\.$/);
  });

  it("have the reason and the hint of an error, and one full stop", async () => {
    const recent = new RecentDiagnostics();
    const problems = new Problems(recent);
    const error = new PreceptError("STORE_CLOSED", { store: "s" });
    expect(await problems.attempt("policies/not-recorded", async () => Promise.reject(error))).toBeUndefined();
    expect(await problems.attempt("policies/not-recorded", async () => 7)).toBe(7);
    problems.add("policies/not-recorded", new Error("It broke."));
    problems.add("policies/not-recorded", error, "Own hint.");
    expect(problems.diagnostics).toEqual(recent.latest);
    expect(problems.diagnostics.map(({ hint }) => hint)).toEqual([error.hint, undefined, "Own hint."]);
    expect(problems.diagnostics[1]?.message).toMatch(/[^.]: It broke\.$/);
  });
});
