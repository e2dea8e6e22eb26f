import { expect, it } from "vitest";
import { receiptRecord, touchRecord } from "../test/records.ts";
import { usageIn } from "./usage.ts";

it("a rule is used as often as it was delivered, last in the session with its last delivery", () => {
  const sessions = [
    {
      session: "a",
      records: [receiptRecord(["x", "y"], { session: "a", at: "2026-02-02" }), touchRecord({})],
      unreadable: 0,
      isCut: false,
    },
    {
      session: "b",
      records: [
        receiptRecord(["x"], { session: "b", at: "2026-02-01", agent: "cursor" }),
        receiptRecord(["x"], { session: "b", at: "2026-01-01" }),
      ],
      unreadable: 0,
      isCut: false,
    },
  ];
  expect(Object.fromEntries(usageIn(sessions))).toEqual({
    "project:x": { count: 3, lastUsedAt: "2026-02-02", lastSession: "a", tools: { "claude-code": 2, cursor: 1 } },
    "project:y": { count: 1, lastUsedAt: "2026-02-02", lastSession: "a", tools: { "claude-code": 1 } },
  });
});
