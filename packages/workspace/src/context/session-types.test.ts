import { describe, expect, it } from "vitest";
import { SessionTypes } from "./session-types.ts";

describe("the types of sessions", () => {
  it("refuse a main session that was shared, and no other change", () => {
    const types = new SessionTypes();
    types.record("group", "shared");
    types.record("own", "main");
    types.record("own", "main");
    types.record(undefined, "shared");
    types.record(undefined, "main");
    expect(() => types.record("group", "main")).toThrow(expect.objectContaining({ code: "SESSION_TYPE_CONFLICT" }));
    types.record("own", "shared");
    expect(() => types.record("own", "main")).toThrow(expect.objectContaining({ code: "SESSION_TYPE_CONFLICT" }));
  });

  it("refuse all main sessions with an id when there are more shared ones than they remember", () => {
    const types = new SessionTypes(2);
    for (const id of ["a", "b", "a"]) types.record(id, "shared");
    types.record("own", "main");
    types.record("c", "shared");
    for (const id of ["own", "c", "new"])
      expect(() => types.record(id, "main")).toThrow(expect.objectContaining({ code: "SESSION_TYPE_UNKNOWN" }));
    expect(() => types.record("a", "main")).toThrow(expect.objectContaining({ code: "SESSION_TYPE_CONFLICT" }));
    types.record(undefined, "main");
  });
});
