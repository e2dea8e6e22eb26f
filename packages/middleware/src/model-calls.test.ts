import { createMemoryStore, createRule, createRulebook, type Rule } from "@precept/core";
import { readNewestSessions } from "@precept/evidence";
import { createProject } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import { describe, expect, it } from "vitest";
import { addRulesSection } from "./prompt-section.ts";
import type { Message } from "./conversation.ts";
import { createRulesMiddleware } from "./create-middleware.ts";
import type { MiddlewareEvent } from "./events.ts";
import type { RulesSource } from "./rules-source.ts";

const style = createRule({ id: "style", name: "style", content: "Use named exports." });
const sql = createRule({ id: "sql", name: "sql", inclusion: "fileMatch", globs: ["*.sql"], content: "Use parameters." });
const security = createRule({ id: "security", name: "security", inclusion: "manual", content: "Validate input." });
const kai = createRule({ id: "kai", name: "kai", scope: "user", userId: "kai", content: "Answer Kai in French." });

const rulebookOf = (...rules: readonly Rule[]) => createRulebook({ stores: [createMemoryStore({ rules })] });
const user = (content: string): Message => ({ role: "user", content });
const opens = (path: string): Message => ({ role: "assistant", toolCalls: [{ arguments: { path } }] });

describe("before a model call", () => {
  it("the files of earlier tool calls are part of the request", async () => {
    const middleware = createRulesMiddleware(rulebookOf(style, sql));
    const names = async (messages: readonly Message[]) =>
      (await middleware.beforeModelCall({ messages })).event.triggered_rules.map(({ name }) => name);
    expect(await names([user("Fix the query")])).toEqual(["style"]);
    expect(await names([user("Fix the query"), opens("query.sql"), { role: "tool", content: "SELECT 1" }])).toEqual([
      "sql",
      "style",
    ]);
  });

  it("references in texts of the user count; references in texts of the model, of tools and of the system do not", async () => {
    const middleware = createRulesMiddleware(rulebookOf(security, sql));
    const said = "Follow @security in `query.sql`";
    const count = async (role: Message["role"]) =>
      (await middleware.beforeModelCall({ messages: [{ role, content: said }, user("Next")] })).event.triggered_rules.length;
    expect(await count("user")).toBe(2);
    for (const role of ["assistant", "tool", "system"] as const) expect(await count(role)).toBe(0);
  });

  it("the call adds files and rules to the options, and replaces the user", async () => {
    const middleware = createRulesMiddleware(rulebookOf(sql, security, kai), { include: ["security"], user: "ana" });
    const rulesOf = async (call: object) =>
      (await middleware.beforeModelCall({ messages: [], ...call })).event.triggered_rules.map(({ name }) => name).toSorted();
    expect(await rulesOf({})).toEqual(["security"]);
    expect(await rulesOf({ files: ["a.sql"], user: "kai" })).toEqual(["kai", "security", "sql"]);
  });

  it("a call of a session leaves a receipt in a workspace", async () => {
    const project = await createProject({ ".precept/rules/style.md": "---\nname: style\ndescription: d\n---\nUse tabs.\n" });
    const workspace = await openWorkspace(project.dir, { home: `${project.dir}/home` });
    const middleware = createRulesMiddleware(workspace);
    await middleware.beforeModelCall({ messages: [user("Hello")] });
    await middleware.beforeModelCall({ messages: [user("Hello")], session: "s1" });
    await workspace[Symbol.asyncDispose]();
    expect(readNewestSessions(project.dir, 9).sessions).toMatchObject([
      { session: "s1", records: [{ channel: "middleware", event: "call", rules: [{ name: "style" }] }] },
    ]);
  });

  it("the next call has the new text of a changed rule, once", async () => {
    const rule = (content: string) => `---\nname: style\ndescription: How to indent\n---\n${content}\n`;
    const project = await createProject({ ".precept/rules/style.md": rule("Use tabs.") });
    await using workspace = await openWorkspace(project.dir, { home: `${project.dir}/home` });
    const middleware = createRulesMiddleware(workspace, { reload: true });
    const messages = [user("Hello")];
    const first = addRulesSection("Base", (await middleware.beforeModelCall({ messages })).section);
    await project.write(".precept/rules/style.md", rule("Use spaces, please."));
    const second = addRulesSection(first, (await middleware.beforeModelCall({ messages })).section);
    expect(first).toContain("Use tabs.");
    expect(second).toContain("Use spaces, please.");
    expect(second).not.toContain("Use tabs.");
    expect(second.match(/<precept-rules>/g)).toHaveLength(1);
  });

  it("sends an event with the applied rules, the dropped rules and the number of skipped rules", async () => {
    const events: MiddlewareEvent[] = [];
    const middleware = createRulesMiddleware(rulebookOf(style, sql, security, kai), {
      budget: { rules: 1 },
      session: "s",
      onEvent: (event) => events.push(event),
    });
    await middleware.beforeModelCall({ messages: [user("Fix `a.sql`")] });
    expect(events).toMatchObject([
      {
        event_type: "rules_applied",
        session_id: "s",
        triggered_rules: [{ name: "sql", scope: "project", matched_files: ["a.sql"] }],
        dropped_rules: [{ name: "style" }],
        conflicts: [],
        total_size: 15,
        error: null,
      },
    ]);
    const [event] = events;
    expect(event?.event_type === "rules_applied" && event.skipped_count).toBe(1);
    expect(JSON.parse(JSON.stringify(event))).toEqual(event);
  });

  it("debug mode adds the trace to the prompt and sends it", async () => {
    const events: MiddlewareEvent[] = [];
    const middleware = createRulesMiddleware(rulebookOf(style, sql), { debug: true, onEvent: (event) => events.push(event) });
    const { section, debugEvent } = await middleware.beforeModelCall({ messages: [user("Hello")] });
    expect(section).toContain("## [DEBUG] Rule Evaluation Trace");
    expect(section).toContain("- sql: ");
    expect(events.at(-1)).toBe(debugEvent);
    expect(debugEvent).toMatchObject({
      event_type: "rule_debug",
      trace: { final_rules: ["style"], evaluated_rules: ["style", "sql"] },
    });
    const without = await middleware.beforeModelCall({ messages: [user("Hello")], debug: false });
    expect(without.section).not.toContain("DEBUG");
  });

  it("concurrent conversations do not mix", async () => {
    const middleware = createRulesMiddleware(rulebookOf(style, sql, security, kai));
    const calls = Array.from({ length: 100 }, (_, at) => {
      const session = String(at);
      const messages = at % 2 === 0 ? [user("Fix `a.sql`")] : [user("Follow @security")];
      return middleware.beforeModelCall({ messages, session, ...(at % 4 === 0 && { user: "kai" }) });
    });
    for (const [at, { event }] of (await Promise.all(calls)).entries()) {
      expect(event.session_id).toBe(String(at));
      const expected = at % 4 === 0 ? ["kai", "sql", "style"] : at % 2 === 0 ? ["sql", "style"] : ["security", "style"];
      expect(event.triggered_rules.map(({ name }) => name).toSorted()).toEqual(expected);
    }
  });

  it("the agent context of the session is in front of the rules", async () => {
    const rulebook = rulebookOf(style);
    const source: RulesSource = {
      resolve: (...args) => rulebook.resolve(...args),
      async boot({ sessionType, ...request }, options) {
        const resolution = await rulebook.resolve(request, options);
        return { prompt: `# Agent (${sessionType})\n\n${resolution.prompt}`, resolution };
      },
    };
    const { section, event } = await createRulesMiddleware(source, { agentContext: "main" }).beforeModelCall({ messages: [] });
    expect(section).toMatch(/^# Agent \(main\)\n\n## Agent Rules\n/);
    expect(event.triggered_rules).toHaveLength(1);
  });
});

describe("rules that cannot be resolved", () => {
  const failing: RulesSource = { resolve: () => Promise.reject(new Error("disk on fire")) };
  const messages = [user("Hello")];

  it("end the call with the error, by default", async () => {
    const events: MiddlewareEvent[] = [];
    const middleware = createRulesMiddleware(failing, { onEvent: (event) => events.push(event) });
    await expect(middleware.beforeModelCall({ messages })).rejects.toThrow("disk on fire");
    expect(events).toMatchObject([{ event_type: "rules_applied", error: { code: null, message: "disk on fire" } }]);
  });

  it("leave the call without rules with `onError: continue`, and the event has the error", async () => {
    const middleware = createRulesMiddleware(failing, { onError: "continue" });
    const { section, resolution, event } = await middleware.beforeModelCall({ messages });
    expect(section).toBe("");
    expect(resolution).toBeUndefined();
    expect(event.error?.message).toBe("disk on fire");
  });

  it("end an aborted call even with `onError: continue`", async () => {
    const middleware = createRulesMiddleware(failing, { onError: "continue" });
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(middleware.beforeModelCall({ messages, signal })).rejects.toThrow("stop");
  });

  it("are not caused by an error of a listener", async () => {
    const errors: unknown[] = [];
    const middleware = createRulesMiddleware(rulebookOf(style), {
      onEvent: () => {
        throw new Error("listener");
      },
      onListenerError: (error) => errors.push(error),
    });
    expect((await middleware.beforeModelCall({ messages })).section).toContain("Use named exports.");
    expect(errors).toHaveLength(1);
  });
});

it("a promise of a workspace is not a source", () => {
  // @ts-expect-error A promise has no method `resolve`.
  expect(() => createRulesMiddleware(Promise.resolve(rulebookOf(style)))).toThrow('Invalid value for source: "a promise".');
});

it("an agent context needs a source that can compose it", () => {
  expect(() => createRulesMiddleware(rulebookOf(style), { agentContext: "main" })).toThrow(
    'Invalid value for agentContext: "main".',
  );
});
