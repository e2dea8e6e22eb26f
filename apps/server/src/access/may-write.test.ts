import type { Role } from "@precept/contract";
import type { Scope } from "@precept/core";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../test/test-server.ts";
import { assertMayWrite } from "./may-write.ts";

/** The error code for a change by the user ada; undefined if it is allowed. */
async function codeFor(role: Role, scope: Scope, userId: string | undefined, readOnly = false): Promise<string | undefined> {
  const { workspace } = await startTestServer({}, { open: { readOnly } });
  const context = { principal: { tokenId: "t", role, projects: "all" as const }, project: { id: "shop", workspace } };
  try {
    assertMayWrite(context, { userId: "ada" }, { scope, ...(userId !== undefined && { userId }) });
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("assertMayWrite", () => {
  it.each<[Role, Scope, string | undefined, string | undefined]>([
    ["reader", "project", undefined, "FORBIDDEN"],
    ["reader", "user", "ada", "FORBIDDEN"],
    ["reader", "session", "ada", "FORBIDDEN"],
    ["editor", "project", undefined, undefined],
    ["editor", "project", "ada", undefined],
    ["editor", "user", "ada", undefined],
    ["editor", "session", "ada", undefined],
    ["editor", "global", undefined, "FORBIDDEN"],
    ["editor", "global", "ada", "FORBIDDEN"],
    // A rule without a user applies to all users.
    ["editor", "user", undefined, "FORBIDDEN"],
    ["editor", "session", undefined, "FORBIDDEN"],
    ["admin", "global", undefined, undefined],
    ["admin", "user", undefined, undefined],
    ["admin", "user", "ada", undefined],
    ["admin", "session", undefined, undefined],
  ])("for %s, a rule of %s scope of %s: %s", async (role, scope, userId, code) => {
    expect(await codeFor(role, scope, userId)).toBe(code);
  });

  it.each<[Scope, string | undefined]>([
    ["project", "WORKSPACE_READ_ONLY"],
    ["user", "WORKSPACE_READ_ONLY"],
    ["global", "WORKSPACE_READ_ONLY"],
    ["session", undefined],
  ])("in a read-only workspace, for a rule of %s scope: %s", async (scope, code) => {
    expect(await codeFor("admin", scope, "ada", true)).toBe(code);
  });
});
