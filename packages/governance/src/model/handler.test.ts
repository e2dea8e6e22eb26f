import { expect, it } from "vitest";
import { strictestAction } from "./handler.ts";

it.each([
  [[], "PASS"],
  [["PASS"], "PASS"],
  [["SOFT_HOOK", "PASS"], "SOFT_HOOK"],
  [["LOG_ONLY", "SOFT_HOOK"], "LOG_ONLY"],
  [["SOFT_HOOK", "QUICK_FIX", "LOG_ONLY"], "QUICK_FIX"],
  [["QUICK_FIX", "TERMINATE", "PASS"], "TERMINATE"],
] as const)("of %j the strictest is %s", (actions, strictest) => {
  expect(strictestAction(actions)).toBe(strictest);
});
