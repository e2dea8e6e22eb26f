import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readStoredSession, toStoredSession } from "./agent-session.ts";
import type { Principal } from "./principal.ts";

const withToken: Principal = { tokenId: "t", role: "reader", projects: "all" };
const local: Principal = { role: "admin", projects: "all" };

const name = fc.oneof(fc.string({ unit: anyCodePoint }), fc.constantFrom("@", "/", "%", "%2F", "@a/b", "%25", "\uD800", ""));

it("keeps the sessions of different users apart, whatever users and sessions are called", () => {
  fc.assert(
    fc.property(name, name, name, name, (user, session, otherUser, otherSession) => {
      const stored = toStoredSession(withToken, user, session);
      expect(readStoredSession(stored)).toEqual({ user, session });
      const isSame = user === otherUser && session === otherSession;
      expect(stored === toStoredSession(withToken, otherUser, otherSession)).toBe(isSame);
    }),
  );
});

it("leaves sessions as they are without tokens", () => {
  expect(toStoredSession(local, "ana", "s")).toBe("s");
  expect(readStoredSession("s")).toEqual({ user: null, session: "s" });
});
