import type { SessionRecord } from "@precept/contract";
import { describe, expect, it } from "vitest";
import { actionRecord, decisionRecord, leftOut, receiptRecord, touchRecord, turnRecord } from "../test/records.ts";
import { summarize } from "./summary.ts";
import { gapsIn, rulesHeldAt, timelineOf } from "./timeline.ts";

const gapsOf = (...records: readonly SessionRecord[]) =>
  gapsIn(timelineOf(records)).map(({ kind, rules, file }) =>
    [kind, rules.join(" "), ...(file === undefined ? [] : [file])].join(" "),
  );

const kindsOf = (...records: readonly SessionRecord[]) =>
  timelineOf(records).map((entry) => (entry.kind === "delivered" ? entry.deliveries.join(" ") : entry.kind));

describe("a timeline", () => {
  it("says of each delivered rule whether it is new, given again or changed", () => {
    expect(kindsOf(receiptRecord(["a", "b"]), receiptRecord(["a=2", "b", "c"]), receiptRecord(["a=2"]))).toEqual([
      "new new",
      "changed again new",
      "again",
    ]);
  });

  it("keeps subagents apart", () => {
    expect(kindsOf(receiptRecord(["a"]), receiptRecord(["a"], { subagent: "x" }))).toEqual(["new", "new"]);
  });

  it("has one entry for a call without an id that is reported before and after it", () => {
    const run = actionRecord({ tool: "bash", sha256: "1" });
    const touch = touchRecord({ files: ["a.ts"] });
    const after = { stage: "after" } as const;
    expect(kindsOf(run, { ...run, ...after }, touch, { ...touch, ...after })).toEqual(["action", "file"]);
    expect(kindsOf(run, run, { ...run, ...after }, { ...run, ...after })).toHaveLength(3);
    expect(kindsOf(run, { ...run, ...after, sha256: "2" })).toHaveLength(2);
  });

  it("has one entry for a call that is reported before and after it, and one for a compaction", () => {
    const touch = touchRecord({ tool_use: "t1", files: ["a.ts"] });
    expect(
      kindsOf(touch, { ...touch, stage: "after" }, touchRecord({ tool_use: null }), touchRecord({ tool_use: null })),
    ).toEqual(["file", "file", "file"]);
    expect(kindsOf(turnRecord({ turn: "compaction" }), turnRecord({ turn: "compaction" }), decisionRecord({}))).toEqual([
      "turn",
      "decision",
    ]);
  });
});

describe("a gap", () => {
  const compaction = turnRecord({ turn: "compaction" });

  it("is a compaction after which the agent works without its rules", () => {
    expect(gapsOf(receiptRecord(["a", "b"]), compaction, touchRecord({}))).toEqual(["compaction a b"]);
    expect(gapsOf(receiptRecord(["a"]), compaction, receiptRecord([]))).toEqual(["compaction a"]);
    expect(gapsOf(receiptRecord(["a"]), compaction, turnRecord({ turn: "end" }))).toEqual(["compaction a"]);
    expect(gapsOf(receiptRecord(["a"]), compaction, receiptRecord(["b"]), touchRecord({}))).toEqual(["compaction a"]);
  });

  it("is no compaction after which all rules were given again, or that had nothing to lose", () => {
    expect(gapsOf(receiptRecord(["a"]), compaction, receiptRecord(["a"]), touchRecord({}))).toEqual([]);
    expect(gapsOf(receiptRecord(["a"]), compaction, receiptRecord([], { left_out: [leftOut("a")], event: "start" }))).toEqual([]);
    expect(gapsOf(compaction, touchRecord({}))).toEqual([]);
    expect(gapsOf(receiptRecord(["a"]), compaction)).toEqual([]);
  });

  it("is a subagent that works without any rule, if the session has some", () => {
    const work = touchRecord({ subagent: "x" });
    expect(gapsOf(receiptRecord(["a"]), work, work)).toEqual(["subagent "]);
    expect(gapsOf(receiptRecord(["a"]), receiptRecord(["a"], { subagent: "x" }), work)).toEqual([]);
    expect(gapsOf(work)).toEqual([]);
  });

  it("is a rule that arrived after its file was changed", () => {
    const arrives = receiptRecord(["ts"], { event: "file", files: ["a.ts"] });
    expect(gapsOf(touchRecord({ files: ["a.ts"] }), arrives)).toEqual(["late ts a.ts"]);
    expect(gapsOf(touchRecord({ files: ["b.ts"] }), arrives)).toEqual([]);
    expect(gapsOf(touchRecord({ files: ["a.ts"], changes: false }), arrives)).toEqual([]);
    expect(gapsOf(arrives, touchRecord({ files: ["a.ts"] }), arrives)).toEqual([]);
  });

  it("is a rule that no delivery had room for", () => {
    const without = receiptRecord([], { left_out: [leftOut("big")] });
    expect(gapsOf(without, without)).toEqual(["neverFits big"]);
    expect(gapsOf(without, receiptRecord(["big"]))).toEqual([]);
  });

  it("is a tool that ran without the hook before it", () => {
    expect(gapsOf(turnRecord({ turn: "unguarded" }))).toEqual(["unguarded "]);
  });
});

it("an agent holds what it received last and has not lost", () => {
  const at = (minute: number) => `2026-01-31T14:0${minute}:00.000Z`;
  const records = [
    receiptRecord(["a", "b"], { at: at(1) }),
    receiptRecord(["c"], { at: at(2), subagent: "x" }),
    receiptRecord(["a=2"], { at: at(3) }),
    turnRecord({ at: at(4), turn: "compaction" }),
    receiptRecord(["a=2"], { at: at(5) }),
  ];
  const held = (minute: number, subagent?: string) =>
    rulesHeldAt(records, at(minute), subagent).map(({ rule, at: time }) => `${rule.name}=${rule.sha256} ${time.slice(15, 16)}`);
  expect(held(0)).toEqual([]);
  expect(held(2)).toEqual(["a=1 1", "b=1 1"]);
  expect(held(3)).toEqual(["b=1 1", "a=2 3"]);
  expect(held(4)).toEqual([]);
  expect(held(5)).toEqual(["a=2 5"]);
  expect(held(5, "x")).toEqual(["c=1 2"]);
});

it("a summary counts", () => {
  const records = [
    turnRecord({ at: "2026-01-31T14:00:00.000Z" }),
    receiptRecord(["a", "b"]),
    receiptRecord(["a"], { event: "file", agent: "cursor", subagent: "x" }),
    touchRecord({ files: ["a.ts", "b.ts"] }),
    touchRecord({ files: ["a.ts"] }),
    touchRecord({ files: ["c.ts"], changes: false }),
    actionRecord({ tool_use: "t" }),
    actionRecord({ tool_use: "t", stage: "after" }),
    decisionRecord({}),
    decisionRecord({ verdict: "ask" }),
    actionRecord({ action: "answer" }),
    turnRecord({ turn: "compaction" }),
    turnRecord({ turn: "compaction", at: "2026-01-31T15:00:00.000Z" }),
  ];
  expect(summarize({ session: "s", records, unreadable: 2, isCut: true })).toEqual({
    session: "s",
    parent: null,
    agents: ["claude-code", "cursor"],
    first: "2026-01-31T14:00:00.000Z",
    last: "2026-01-31T15:00:00.000Z",
    prompts: 1,
    compactions: 1,
    subagents: 1,
    rules: 2,
    deliveries: 3,
    tokens: 30,
    changedFiles: 2,
    commands: 1,
    answers: 1,
    denied: 1,
    asked: 1,
    gaps: 0,
    isCut: true,
    unreadable: 2,
  });
});
