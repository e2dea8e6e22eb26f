import { expect, it } from "vitest";
import {
  asksHuman,
  failsCheck,
  highestPenalty,
  isPolicyAction,
  policyActions,
  policyActionSpecs,
  stopsAgent,
  strictestAction,
  type DecisionAction,
} from "./policy-action.ts";

it.each([
  [[], "PASS"],
  [["PASS"], "PASS"],
  [["SOFT_HOOK", "PASS"], "SOFT_HOOK"],
  [["LOG_ONLY", "SOFT_HOOK"], "LOG_ONLY"],
  [["SOFT_HOOK", "QUICK_FIX", "LOG_ONLY"], "QUICK_FIX"],
  [["QUICK_FIX", "ASK", "LOG_ONLY"], "ASK"],
  [["QUICK_FIX", "TERMINATE", "ASK", "PASS"], "TERMINATE"],
] as const)("the strictest of %j is %s", (actions, strictest) => {
  expect(strictestAction(actions)).toBe(strictest);
});

it("has a row for each action", () => {
  expect(Object.keys(policyActionSpecs)).toEqual([...policyActions]);
});

it("TERMINATE stops the agent; ASK asks a human; TERMINATE, ASK and QUICK_FIX fail a check; PASS does nothing", () => {
  const actions = [...policyActions, "PASS"] as const;
  expect(actions.filter(stopsAgent)).toEqual(["TERMINATE"]);
  expect(actions.filter(asksHuman)).toEqual(["ASK"]);
  expect(actions.filter(failsCheck)).toEqual(["TERMINATE", "ASK", "QUICK_FIX"]);
});

it("the penalty of several violations is the highest, and MAX is higher than any number", () => {
  expect(highestPenalty([])).toBe(0);
  expect(highestPenalty([1, 3, 2])).toBe(3);
  expect(highestPenalty([1, "MAX", 2])).toBe("MAX");
});

it("knows which texts are actions", () => {
  expect(["TERMINATE", "terminate", "PASS", "toString"].filter(isPolicyAction)).toEqual(["TERMINATE"]);
});

it("the strictest of more actions than a call has arguments is found", () => {
  const actions: DecisionAction[] = Array.from({ length: 300_000 }, () => "PASS");
  expect(strictestAction(actions)).toBe("PASS");
  expect(strictestAction([...actions, "SOFT_HOOK"])).toBe("SOFT_HOOK");
});
