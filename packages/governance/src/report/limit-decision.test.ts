import { expect, it } from "vitest";
import type { Decision, Violation } from "../model/decision.ts";
import { limitDecision } from "./limit-decision.ts";

const violation = (action: string, line: number): Violation => ({ action, line }) as unknown as Violation;

const decision = {
  action: "TERMINATE",
  violations: [violation("LOG_ONLY", 1), violation("QUICK_FIX", 2), violation("LOG_ONLY", 3), violation("TERMINATE", 4)],
  shadowed: [violation("SOFT_HOOK", 5), violation("ASK", 6)],
  accepted: [{ violation: violation("ASK", 7), by: "baseline" }],
} as unknown as Decision;

const linesOf = ({ violations, shadowed, accepted }: Decision): readonly (readonly number[])[] => [
  violations.map(({ line }) => line),
  shadowed.map(({ line }) => line),
  accepted.map((one) => one.violation.line),
];

it.each([
  [7, 0, [[1, 2, 3, 4], [5, 6], [7]]],
  [6, 1, [[1, 2, 3, 4], [5, 6], []]],
  [5, 2, [[1, 2, 3, 4], [6], []]],
  [3, 4, [[1, 2, 4], [], []]],
  [1, 6, [[4], [], []]],
  [0, 7, [[], [], []]],
])("of 7 violations, a report of at most %i leaves out %i, the least severe ones", (max, leftOut, lines) => {
  const limited = limitDecision(decision, max);
  expect(limited.leftOut).toBe(leftOut);
  expect(linesOf(limited.decision)).toEqual(lines);
  expect(limited.decision.action).toBe("TERMINATE");
});
