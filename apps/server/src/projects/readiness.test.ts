import { describe, expect, it } from "vitest";
import type { ProjectState } from "./projects.ts";
import { readinessOf } from "./readiness.ts";

const open: ProjectState = { id: "a", status: "open", leases: 0 };
const closed: ProjectState = { id: "b", status: "closed", leases: 0 };
const failed: ProjectState = { id: "c", status: "failed", error: new Error("No such directory."), leases: 0 };
const alsoFailed: ProjectState = { ...failed, id: "d" };

describe("the readiness of a server", () => {
  it.each([
    ["ready", "no project was used", []],
    ["ready", "all used projects work", [open, closed]],
    ["degraded", "one of the used projects failed", [open, failed]],
    ["not_ready", "all used projects failed", [closed, failed]],
  ] as const)("is %s if %s", (status, _, states) => {
    expect(readinessOf(states, { isStopping: false, isDetailed: false }).status).toBe(status);
  });

  it("counts the problems of each kind, with projects and reasons if asked for", () => {
    const states = [open, failed, alsoFailed];
    expect(readinessOf(states, { isStopping: false, isDetailed: false }).problems).toEqual([
      { kind: "project_failed", count: 2 },
    ]);
    expect(readinessOf(states, { isStopping: true, isDetailed: true })).toEqual({
      status: "not_ready",
      problems: [
        { kind: "stopping", count: 1 },
        { kind: "project_failed", count: 2, projects: ["c", "d"], reasons: ["No such directory."] },
      ],
    });
  });
});
