import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { NotifySettings } from "../settings.ts";
import { policyFile, startLoopback } from "@precept/testing";
import { createPolicyProject, type PolicyProject } from "../testing/policy-project.ts";
import { Notifier, type NotificationMessage } from "./notifier.ts";

const file = ".precept/policies/a.yaml";

/** A project that tells somebody of violations. */
async function projectThatTells(
  notify: Partial<NotifySettings>,
  policy: string = policyFile({ severity: "CRITICAL" }),
): Promise<PolicyProject> {
  const settings = { command: undefined, webhook: undefined, timeout: 5000, retries: 2, ...notify };
  return createPolicyProject({ [file]: policy }, { notify: settings });
}

function told(bodies: readonly string[]): readonly NotificationMessage[] {
  return bodies.map((body) => JSON.parse(body) as NotificationMessage);
}

/** A program that keeps what it reads. */
const keep = [process.execPath, "-e", 'require("fs").writeFileSync("told.json", require("fs").readFileSync(0))'];

describe("a person", () => {
  it("seed 4.1: is told by a command, which gets the violation on its standard input", async () => {
    const project = await projectThatTells({ command: keep });
    const policies = project.open();
    const decision = await policies.enforce({ text: "\nbad", file: "src/a.ts" }, { session: "s1", agent: "Planner" });
    expect(decision.notifiesHuman).toBe(true);
    await policies[Symbol.asyncDispose]();
    expect(JSON.parse(await readFile(join(project.dir, "told.json"), "utf8"))).toEqual({
      event: "violation",
      project: basename(project.dir),
      action: "TERMINATE",
      session: "s1",
      agent: "Planner",
      rule_id: "A-1",
      priority: "P0",
      handler: "TERMINATE",
      violation: { location: "src/a.ts:2", message: "A-1 is broken.", suggestion: null },
      log_id: decision.logIds[0],
      undo: null,
    });
  });

  it("is told at an address, which is tried again while it has trouble", async () => {
    const server = await startLoopback((response, count) => response.writeHead(count < 3 ? 503 : 204).end());
    const project = await projectThatTells({ webhook: server.url });
    const policies = project.open();
    await policies.enforce({ text: "bad" });
    await vi.waitFor(() => expect(server.bodies).toHaveLength(3), { timeout: 30_000 });
    expect(new Set(server.bodies).size).toBe(1);
    expect(told(server.bodies)).toMatchObject([{ rule_id: "A-1" }, {}, {}]);
    await policies.enforce({ text: "bad" });
    await policies[Symbol.asyncDispose]();
    expect(server.bodies).toHaveLength(4);
  });

  it("is not told twice by an address that refuses, nor by one that points elsewhere", async () => {
    const other = await startLoopback((response) => response.end());
    const server = await startLoopback((response, count) =>
      response.writeHead(count === 1 ? 403 : 307, count === 1 ? {} : { location: other.url }).end(),
    );
    const project = await projectThatTells({ webhook: server.url, retries: 0 });
    const policies = project.open();
    await policies.enforce({ text: "bad" });
    await vi.waitFor(async () => expect(await policies.diagnostics()).toHaveLength(1), { timeout: 30_000 });
    await policies.enforce({ text: "bad" });
    await vi.waitFor(async () => expect(await policies.diagnostics()).toHaveLength(2), { timeout: 30_000 });
    expect((await policies.diagnostics()).map(({ code, message }) => `${code} ${message}`)).toEqual([
      "policies/not-notified A person could not be called in: the address did not take the message: it answered 403.",
      expect.stringContaining("redirect"),
    ]);
    expect([server.bodies.length, other.bodies.length]).toEqual([2, 0]);
  });

  it("holds nobody up by not answering: the decision is there before, and an attempt has an end", async () => {
    const server = await startLoopback(() => undefined);
    const project = await projectThatTells({ webhook: server.url, timeout: 50, retries: 1 });
    const policies = project.open();
    expect(await policies.enforce({ text: "bad" })).toMatchObject({ action: "TERMINATE", diagnostics: [] });
    await vi.waitFor(async () => expect(await policies.diagnostics()).toHaveLength(1), { timeout: 30_000 });
    expect(server.bodies).toHaveLength(2);
    expect((await policies.diagnostics())[0]?.message).toContain("it took too long");
  });

  it("is waited for at the end, but not for ever", async () => {
    const server = await startLoopback(() => undefined);
    const problems: string[] = [];
    const notifier = new Notifier((problem) => problems.push(problem), 100);
    const message = { rule_id: "A-1" } as NotificationMessage;
    notifier.send(message, { command: undefined, webhook: server.url, timeout: 1_000_000, retries: 9 }, ".");
    await vi.waitFor(() => expect(server.bodies).toHaveLength(1), { timeout: 30_000 });
    await notifier[Symbol.asyncDispose]();
    expect([server.bodies.length, problems]).toEqual([1, ["the address did not take the message: it took too long"]]);
  });

  it("is tried by a command that fails as often as it is said, and a command that hangs is ended", async () => {
    const count = 'require("fs").appendFileSync("tries", "x"); process.exit(3)';
    const project = await projectThatTells({ command: [process.execPath, "-e", count], retries: 2 });
    const policies = project.open();
    await policies.enforce({ text: "bad" });
    await vi.waitFor(async () => expect(await policies.diagnostics()).toHaveLength(1), { timeout: 30_000 });
    expect(await readFile(join(project.dir, "tries"), "utf8")).toBe("xxx");
    const hanging = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
    const stuck = await projectThatTells({ command: [process.execPath, "-e", hanging], timeout: 100, retries: 0 });
    const other = stuck.open();
    await other.enforce({ text: "bad" });
    await other[Symbol.asyncDispose]();
  });

  it("is not told where nothing says how, which the decision does not hide", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile({ severity: "CRITICAL" }) });
    const policies = open();
    expect(await policies.enforce({ text: "bad" })).toMatchObject({ action: "TERMINATE", notifiesHuman: true, diagnostics: [] });
    await policies[Symbol.asyncDispose]();
  });

  it("seed 5.2: is told of advice that is ignored, where its policy says so, and not of violations that call nobody", async () => {
    const server = await startLoopback((response) => response.end());
    const notified = policyFile({ severity: "LOW", rest: { soft_hooks: { notify_on_ignore: true } } });
    const project = await projectThatTells({ webhook: server.url }, notified);
    const policies = project.open();
    for (const _ of [1, 2]) await policies.enforce({ text: "bad" });
    await policies[Symbol.asyncDispose]();
    expect(told(server.bodies)).toMatchObject([{ event: "advice_ignored", rule_id: "A-1", handler: "SOFT_HOOK" }]);
  });
});
