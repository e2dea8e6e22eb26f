import { policyFile } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";
import { testTokens } from "../../../test/test-tokens.ts";

const files = {
  "shop/.precept/policies/a.yaml": policyFile({ id: "A-1", severity: "MEDIUM" }),
  "shop/.precept/policies/b.yaml": policyFile({ id: "B-1", severity: "LOW", pattern: "soso" }),
  "shop/.precept/policies/c.yaml": policyFile({ id: "C-1", severity: "HIGH", pattern: "shady", rest: { mode: "shadow" } }),
};

const subjects = [{ text: "bad and soso\nshady", file: "src/a.ts" }];

describe("violation events", () => {
  it("show the violations of a user's own calls: logged ones, advice and those in shadow mode", async () => {
    const { openEvents, request } = await startTestServer(files, { authenticator: testTokens });
    const events = await openEvents("/events", { token: "reader:ana" });
    const { body } = await request("/policies/enforce", {
      body: { subjects, session: "s-1", agent: "coder" },
      token: "reader:ana",
    });
    const { log_ids: ids } = body as { log_ids: string[] };
    expect(ids).toHaveLength(2);
    const shared = { user_id: "ana", session: "s-1", agent: "coder", file: "src/a.ts", phase: null };
    expect(await events.nextOf("violation")).toMatchObject({
      data: { ...shared, log_id: ids[0], rule_id: "A-1", handler: "LOG_ONLY", message: "A-1 is broken.", line: 1, shadow: false },
    });
    expect(await events.next()).toMatchObject({ data: { ...shared, log_id: ids[1], rule_id: "C-1", line: 2, shadow: true } });
    expect(await events.next()).toMatchObject({ data: { ...shared, log_id: null, rule_id: "B-1", handler: "SOFT_HOOK" } });
    expect(await events.readNow()).toBe("nothing");
  });

  it("show an admin each violation of the project once, also those of other programs", async () => {
    const { openEvents, request, project } = await startTestServer(files, { authenticator: testTokens });
    const events = await openEvents("/events?all=true&types=violation", { token: "admin:eve" });
    const { body } = await request("/policies/enforce", { body: { subjects }, token: "reader:ana" });
    const { log_ids: ids } = body as { log_ids: string[] };
    const found = [await events.nextOf("violation"), await events.next(), await events.next()];
    expect(found.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        // Advice has no entry in the log of violations.
        expect.objectContaining({ log_id: null, rule_id: "B-1", user_id: "ana" }),
        expect.objectContaining({ log_id: ids[0], rule_id: "A-1", user_id: "ana", session: "default" }),
        expect.objectContaining({ log_id: ids[1], rule_id: "C-1", shadow: true }),
      ]),
    );
    await using other = await openWorkspace(join(project.dir, "shop"), { home: join(project.dir, "home") });
    const { logIds } = await other.policies.enforce({ text: "bad" }, { session: "of-hook", agent: "hook" });
    expect(await events.next()).toMatchObject({
      data: { log_id: logIds[0], rule_id: "A-1", user_id: null, session: "of-hook", agent: "hook" },
    });
    expect(await events.readNow()).toBe("nothing");
  });

  it("survive entries that another program wrote in an unexpected form", async () => {
    const { openEvents, workspace } = await startTestServer(files, { authenticator: testTokens });
    const events = await openEvents("/events?all=true&types=violation", { token: "admin:eve" });
    const { violations } = await workspace.policies.auditLog();
    const odd = {
      rule_id: "X",
      handler: "H",
      priority: "P",
      phase: null,
      context: { line: "7", agent: 8 },
      violation: { message: "m" },
    };
    await violations.append({ ...odd, further: { session: "@%E0%A4%A", severity: 9 } });
    expect(await events.nextOf("violation")).toMatchObject({
      data: { rule_id: "X", line: null, agent: null, severity: null, user_id: null, session: "@%E0%A4%A" },
    });
  });

  it("end the stream if the audit log is moved, so that none is missed silently", async () => {
    const { openEvents, workspace, project } = await startTestServer(files, { authenticator: testTokens });
    const events = await openEvents("/events?all=true", { token: "admin:eve" });
    await events.next();
    await project.write("shop/.precept/config.yaml", "policies: { audit: { dir: elsewhere } }\n");
    await workspace.reload();
    expect(await events.read()).toEqual({ comment: "the audit log was moved" });
    expect(await events.read()).toBeUndefined();
    const again = await openEvents("/events?all=true", { token: "admin:eve", lastId: events.lastId });
    expect(await again.next()).toMatchObject({ event: "reset" });
  });
});
