import { hosts } from "@precept/mdc-compat/hooks";
import { eventNames, hookEventKindOf } from "@precept/governance";
import { describe, expect, it } from "vitest";

describe("the events of hosts", () => {
  it.each(Object.values(hosts))("are known to policies and have a kind: $title", ({ events }) => {
    const names = Object.keys(events);
    expect(names.filter((name) => !eventNames.some((known) => known === name))).toEqual([]);
    expect(names.filter((name) => hookEventKindOf(name) === "other")).toEqual([]);
  });

  it("are all that policies know, besides `check` and events that no hook of Precept answers", () => {
    const answered = new Set(Object.values(hosts).flatMap(({ events }) => Object.keys(events)));
    expect(eventNames.filter((name) => !answered.has(name))).toEqual(["check", "PermissionRequest", "BeforeModel", "AfterModel"]);
  });
});
