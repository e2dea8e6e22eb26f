import type { SessionRecord } from "@precept/contract";
import { expect, it } from "vitest";
import { decisionRecord, receiptRecord, touchRecord } from "../test/records.ts";
import { adherenceOf, type CheckedRule } from "./adherence.ts";
import { shareOf } from "./interval.ts";

const rule = (name: string, ...checks: readonly string[]): CheckedRule => ({
  id: `project:${name}`,
  name,
  checks,
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

it("a rule counts the sessions and the tokens of its deliveries", () => {
  const sessions = [
    session("a", receiptRecord(["ts"]), receiptRecord(["ts", "md"])),
    session("b", receiptRecord(["md"])),
    session("c", receiptRecord(["ts"], { subagent: "x" })),
  ];
  expect(adherenceOf(sessions, [rule("ts", "NO-ANY")])).toMatchObject([{ given: 2, tokens: 30, followed: { of: 0 } }]);
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
