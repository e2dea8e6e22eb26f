import type { SessionRecord } from "@precept/contract";
import { expect, it } from "vitest";
import { actionRecord, decisionRecord, receiptRecord, touchRecord, turnRecord } from "../test/records.ts";
import { adherenceOf, type CheckedRule } from "./adherence.ts";
import { shareOf } from "./interval.ts";

const rule = (name: string, ...checks: readonly string[]): CheckedRule => ({
  id: `project:${name}`,
  name,
  checks,
  occasions: ["file"],
  governs: (file) => file.endsWith(`.${name}`),
});

const session = (id: string, ...records: readonly SessionRecord[]) => ({ session: id, records, unreadable: 0, isCut: false });

it("the rules that were followed least come first, and one breach in one occasion counts less than many in many", () => {
  const change = (name: string, at: number) => touchRecord({ files: [`a.${name}`], tool_use: `${name}${at}` });
  const broken = (name: string, at: number) => [
    change(name, at),
    decisionRecord({
      files: [`a.${name}`],
      tool_use: `${name}${at}`,
      policies: [{ id: name, action: "LOG_ONLY", shadow: false }],
    }),
  ];
  const records = [
    ...broken("once", 0),
    ...Array.from({ length: 20 }, (_, at) => broken("often", at)).flat(),
    ...Array.from({ length: 20 }, (_, at) => change("never", at)),
  ];
  const found = adherenceOf(
    [session("s", ...records)],
    [rule("never", "never"), rule("once", "once"), rule("often", "often"), rule("unused", "x")],
  );
  expect(found.map(({ name, followed: { count, of } }) => `${name} ${count}/${of}`)).toEqual([
    "often 0/20",
    "once 0/1",
    "never 20/20",
    "unused 0/0",
  ]);
});

it("counts the occasions of the sessions that began on each day, oldest first", () => {
  const change = (at: string) => touchRecord({ at, files: ["a.ts"], tool_use: at });
  const broken = (at: string) =>
    decisionRecord({ at, files: ["a.ts"], tool_use: at, policies: [{ id: "P", action: "LOG_ONLY", shadow: false }] });
  const [late, first, next] = ["2026-11-28T23:59:00Z", "2026-11-27T10:00:00Z", "2026-11-29T00:01:00Z"];
  const sessions = [
    session("a", change(late), change(next), broken(next)),
    session("b", change(first)),
    session("c", turnRecord({ at: next })),
  ];
  const [found] = adherenceOf(sessions, [rule("ts", "P")]);
  expect(found?.days.map(({ day, followed: { count, of } }) => `${day} ${count}/${of}`)).toEqual([
    "2026-11-27 1/1",
    "2026-11-28 1/2",
  ]);
});

it("a rule counts the sessions and the tokens of its deliveries", () => {
  const sessions = [
    session("a", receiptRecord(["ts"]), receiptRecord(["ts", "md"])),
    session("b", receiptRecord(["md"])),
    session("c", receiptRecord(["ts"], { subagent: "x" })),
  ];
  expect(adherenceOf(sessions, [rule("ts", "NO-ANY")])).toMatchObject([
    { sessions: { given: 2 }, tokens: 30, followed: { of: 0 } },
  ]);
});

it("commands and answers are occasions of the rules that are about them, and changes of files are not", () => {
  const about = (...occasions: CheckedRule["occasions"]) => ({ ...rule("ts", "P"), occasions });
  const violated = { policies: [{ id: "P", action: "LOG_ONLY", shadow: true }] };
  const records = [
    touchRecord({ files: ["a.ts"], tool_use: "t1" }),
    actionRecord({ tool_use: "t2" }),
    actionRecord({ tool_use: "t2", stage: "after" }),
    actionRecord({ tool_use: "t3" }),
    decisionRecord({ tool_use: "t3", verdict: "none", ...violated }),
    actionRecord({ action: "answer", sha256: "1", stage: "after" }),
    actionRecord({ action: "answer", sha256: "1", stage: "after" }),
    decisionRecord({ verdict: "none", ...violated }),
  ];
  const counts = (...occasions: CheckedRule["occasions"]) => {
    const [found] = adherenceOf([session("s", ...records)], [about(...occasions)]);
    return [found?.followed.count, found?.followed.of];
  };
  // A violation is an occasion whatever the rule is about.
  expect(counts("file")).toEqual([1, 3]);
  expect(counts("command")).toEqual([1, 3]);
  expect(counts("answer")).toEqual([1, 3]);
  expect(counts("command", "answer")).toEqual([2, 4]);
});

it("sessions are counted by what happened in them", () => {
  const change = (id: string, more: object = {}) => touchRecord({ files: ["a.ts"], tool_use: id, ...more });
  const bad = (id: string, shadow: boolean) =>
    decisionRecord({ tool_use: id, files: ["a.ts"], verdict: "none", policies: [{ id: "P", action: "LOG_ONLY", shadow }] });
  const found = adherenceOf(
    [
      session("given only", receiptRecord(["ts"])),
      session("followed", receiptRecord(["ts"]), change("1")),
      session("broken", receiptRecord(["ts"]), change("1"), bad("1", true)),
      session("mended", receiptRecord(["ts"]), change("1"), bad("1", true), change("2")),
      session("advised", receiptRecord(["ts"]), change("1"), bad("1", false), change("2")),
      session("before", change("1"), bad("1", true)),
    ],
    [rule("ts", "P")],
  );
  expect(found).toMatchObject([
    {
      sessions: { given: 5, followed: { count: 1, of: 5 }, broken: 4, mended: 2, mendedAfterAdvice: 1, brokenBeforeGiven: 1 },
      followed: { count: 3, of: 7 },
    },
  ]);
});

it("a fork has the rules of the session that it continues, as old as they were", () => {
  const at = (second: number) => `2026-01-31T14:00:0${second}.000Z`;
  const original = session(
    "s1",
    receiptRecord(["ts"], { session: "s1", at: at(0) }),
    receiptRecord([], { session: "s1", at: at(1) }),
    // After the fork.
    receiptRecord(["ts"], { session: "s1", at: at(5) }),
  );
  const broken = [
    touchRecord({ session: "s2", files: ["a.ts"], tool_use: "t", at: at(4) }),
    decisionRecord({
      session: "s2",
      files: ["a.ts"],
      tool_use: "t",
      at: at(4),
      policies: [{ id: "P", action: "LOG_ONLY", shadow: true }],
    }),
  ];
  const fork = turnRecord({ session: "s2", turn: "fork", parent: "s1", at: at(3) });
  const ages = (...sessions: Parameters<typeof adherenceOf>[0]) =>
    adherenceOf(sessions, [rule("ts", "P")])[0]?.breaches.map(({ age }) => age);
  expect(ages(original, session("s2", fork, ...broken))).toEqual([1]);
  expect(ages(session("s2", fork, ...broken))).toEqual([null]);
  // Sessions that name each other.
  expect(ages(session("s2", { ...fork, parent: "s2" }, ...broken))).toEqual([null]);
});

it.each([
  [0, 0, 0, 1],
  [1, 1, 0.207, 1],
  [0, 10, 0, 0.278],
  [7, 9, 0.453, 0.937],
  [90, 100, 0.826, 0.945],
])("the interval of %i in %i is %f to %f", (count, of, low, high) => {
  const share = shareOf(count, of);
  expect([share.low, share.high].map((bound) => Number(bound.toFixed(3)))).toEqual([low, high]);
});
