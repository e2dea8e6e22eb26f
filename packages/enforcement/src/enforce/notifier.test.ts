import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { NotifySettings } from "../settings.ts";
import { policyFile, startLoopback } from "@precept/testing";
import { createPolicyProject, type PolicyProject } from "../../test/policy-project.ts";
import { Notifier, type NotificationMessage } from "./notifier.ts";

const file = ".precept/policies/a.yaml";

/** Creates a project with notifications. */
async function createNotifyingProject(
  notify: Partial<NotifySettings>,
  policy: string = policyFile({ severity: "CRITICAL" }),
): Promise<PolicyProject> {
  const settings = { command: undefined, webhook: undefined, timeout: 5000, retries: 2, ...notify };
  return createPolicyProject({ [file]: policy }, { notify: settings });
}

function parseAll(bodies: readonly string[]): readonly NotificationMessage[] {
  return bodies.map((body) => JSON.parse(body) as NotificationMessage);
}

/** A program that saves its input. */
const saveInput = [process.execPath, "-e", 'require("fs").writeFileSync("notification.json", require("fs").readFileSync(0))'];

describe("a notification", () => {
  it("seed 4.1: is sent to a command on standard input", async () => {
    const project = await createNotifyingProject({ command: saveInput });
    const policies = project.open();
    const decision = await policies.enforce({ text: "\nbad", file: "src/a.ts" }, { session: "s1", agent: "Planner" });
    expect(decision.notifiesHuman).toBe(true);
    await policies[Symbol.asyncDispose]();
    expect(JSON.parse(await readFile(join(project.dir, "notification.json"), "utf8"))).toEqual({
      event: "violation",
      project: basename(project.dir),
      action: "TERMINATE",
      session: "s1",
      agent: "Planner",
      recipient: "HUMAN_ADMIN",
      request: null,
      quick_fix_type: null,
      rule_id: "A-1",
      priority: "P0",
      handler: "TERMINATE",
      violation: { location: "src/a.ts:2", message: "A-1 is broken.", suggestion: null },
      log_id: decision.logIds[0],
      undo: null,
    });
  });

  it("seed 4.2: of a small correction goes to QUICK_FIX_CHANNEL alone, if it has a route", async () => {
    const [human, channel] = [
      await startLoopback((response) => response.end()),
      await startLoopback((response) => response.end()),
    ];
    const policy = policyFile({ severity: "HIGH", rest: { metadata: { quick_fix_type: "TYPE-A" } } });
    const recipients = { QUICK_FIX_CHANNEL: { command: undefined, webhook: channel.url } };
    const project = await createNotifyingProject({ webhook: human.url, recipients }, policy);
    const policies = project.open();
    expect(await policies.enforce({ text: "bad" })).toMatchObject({ notifiesHuman: false });
    const { violations } = await policies.auditLog();
    expect(await violations.tail(1)).toMatchObject([
      { further: { recipient: "QUICK_FIX_CHANNEL", request: "MINOR_FIX", quick_fix_type: "TYPE-A" } },
    ]);
    await policies[Symbol.asyncDispose]();
    expect(human.bodies).toEqual([]);
    expect(parseAll(channel.bodies)).toMatchObject([
      { recipient: "QUICK_FIX_CHANNEL", request: "MINOR_FIX", quick_fix_type: "TYPE-A" },
    ]);
  });

  it("is sent to a webhook, with retries after server errors", async () => {
    const server = await startLoopback((response, count) => response.writeHead(count < 3 ? 503 : 204).end());
    const project = await createNotifyingProject({ webhook: server.url });
    const policies = project.open();
    await policies.enforce({ text: "bad" });
    await vi.waitFor(() => expect(server.bodies).toHaveLength(3), { timeout: 30_000 });
    expect(new Set(server.bodies).size).toBe(1);
    expect(parseAll(server.bodies)).toMatchObject([{ rule_id: "A-1" }, {}, {}]);
    await policies.enforce({ text: "bad" });
    await policies[Symbol.asyncDispose]();
    expect(server.bodies).toHaveLength(4);
  });

  it("is not sent again after a client error or a redirect", async () => {
    const other = await startLoopback((response) => response.end());
    const server = await startLoopback((response, count) =>
      response.writeHead(count === 1 ? 403 : 307, count === 1 ? {} : { location: other.url }).end(),
    );
    const project = await createNotifyingProject({ webhook: server.url, retries: 0 });
    const policies = project.open();
    await policies.enforce({ text: "bad" });
    await vi.waitFor(async () => expect(await policies.diagnostics()).toHaveLength(1), { timeout: 30_000 });
    await policies.enforce({ text: "bad" });
    await vi.waitFor(async () => expect(await policies.diagnostics()).toHaveLength(2), { timeout: 30_000 });
    expect((await policies.diagnostics()).map(({ code, message }) => `${code} ${message}`)).toEqual([
      "policies/not-notified Failed to send a notification: the webhook failed: it responded with status 403.",
      expect.stringContaining("redirect"),
    ]);
    expect([server.bodies.length, other.bodies.length]).toEqual([2, 0]);
  });

  it("does not delay the decision, and times out", async () => {
    const server = await startLoopback(() => undefined);
    const project = await createNotifyingProject({ webhook: server.url, timeout: 1000, retries: 1 });
    const policies = project.open();
    expect(await policies.enforce({ text: "bad" })).toMatchObject({ action: "TERMINATE", diagnostics: [] });
    await vi.waitFor(async () => expect(await policies.diagnostics()).toHaveLength(1), { timeout: 30_000 });
    await vi.waitFor(() => expect(server.bodies).toHaveLength(2), { timeout: 30_000 });
    expect((await policies.diagnostics())[0]?.message).toContain("it timed out");
  });

  it("is awaited when the engine closes, up to a timeout", async () => {
    const server = await startLoopback(() => undefined);
    const failures: string[] = [];
    const notifier = new Notifier((reason) => failures.push(reason), 100);
    const message = { rule_id: "A-1" } as NotificationMessage;
    notifier.send(message, { command: undefined, webhook: server.url, timeout: 1_000_000, retries: 9 }, ".");
    await vi.waitFor(() => expect(server.bodies).toHaveLength(1), { timeout: 30_000 });
    await notifier[Symbol.asyncDispose]();
    expect([server.bodies.length, failures]).toEqual([1, ["the webhook failed: it timed out"]]);
  });

  it("is retried if the command fails, and a command that hangs is killed", async () => {
    const count = 'require("fs").appendFileSync("tries", "x"); process.exit(3)';
    const project = await createNotifyingProject({ command: [process.execPath, "-e", count], retries: 2 });
    const policies = project.open();
    await policies.enforce({ text: "bad" });
    await vi.waitFor(async () => expect(await policies.diagnostics()).toHaveLength(1), { timeout: 30_000 });
    expect(await readFile(join(project.dir, "tries"), "utf8")).toBe("xxx");
    const hanging =
      'process.on("SIGTERM", () => {}); require("fs").writeFileSync("pid", String(process.pid)); setInterval(() => {}, 1000)';
    const stuck = await createNotifyingProject({ command: [process.execPath, "-e", hanging], timeout: 2000, retries: 0 });
    const other = stuck.open();
    await other.enforce({ text: "bad" });
    await other[Symbol.asyncDispose]();
    const pid = Number(await readFile(join(stuck.dir, "pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("is not sent if the settings have none, but the decision says that one is required", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile({ severity: "CRITICAL" }) });
    const policies = open();
    expect(await policies.enforce({ text: "bad" })).toMatchObject({ action: "TERMINATE", notifiesHuman: true, diagnostics: [] });
    await policies[Symbol.asyncDispose]();
  });

  it("seed 5.2: is sent for ignored advice if the policy says so, and not for violations that require none", async () => {
    const server = await startLoopback((response) => response.end());
    const notified = policyFile({ severity: "LOW", rest: { soft_hooks: { notify_on_ignore: true } } });
    const project = await createNotifyingProject({ webhook: server.url }, notified);
    const policies = project.open();
    for (const _ of [1, 2]) await policies.enforce({ text: "bad" });
    await policies[Symbol.asyncDispose]();
    expect(parseAll(server.bodies)).toMatchObject([{ event: "advice_ignored", rule_id: "A-1", handler: "SOFT_HOOK" }]);
  });
});
