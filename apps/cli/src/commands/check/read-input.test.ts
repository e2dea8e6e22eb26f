import { describe, expect, it } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

const policies = `
- id: NO-RM
  severity: CRITICAL
  match: { pattern: 'rm -rf /', context_filter: { subject: command } }
  message: No deletion.
- id: NO-TOKEN
  severity: CRITICAL
  match: { pattern: 'ghp_\\w+' }
  message: No tokens.
- id: BEFORE-ONLY
  severity: CRITICAL
  match: { pattern: 'deploy', context_filter: { event: PreToolUse, tool: Bash } }
  message: No deployment.
- id: BOOSTED
  severity: LOW
  match: { pattern: 'meh' }
  message: Meh.
  metadata: { priority_boost: true }
`;

interface Result {
  readonly code: number;
  readonly err: string;
  readonly found: readonly string[];
}

async function createChecker() {
  const { precept } = await createProject({ ".precept/policies/a.yaml": policies });
  return async (input: string, ...args: readonly string[]): Promise<Result> => {
    const { code, out, err } = await precept(["check", "-", ...args, "--json"], { input });
    const { violations = [] } = out === "" ? {} : (JSON.parse(out) as { violations?: { rule_id: string; subject: string }[] });
    return { code, err, found: violations.map(({ rule_id: id, subject }) => `${id} ${subject}`) };
  };
}

const payload = (command: string) =>
  JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, cwd: "/x", session_id: "s" });

describe("a text on standard input", () => {
  it("is checked as everything that it could be, and each violation is reported once", async () => {
    const check = await createChecker();
    expect(await check("rm -rf /")).toMatchObject({ code: 1, found: ["NO-RM command"] });
    expect(await check("ghp_abc")).toMatchObject({ code: 1, found: ["NO-TOKEN text"] });
    expect(await check("ls")).toMatchObject({ code: 0, found: [] });
  });

  it("is checked as what the user says that it is", async () => {
    const check = await createChecker();
    expect(await check("rm -rf /", "--subject", "prompt")).toMatchObject({ code: 0, found: [] });
    expect(await check("rm -rf /", "--subject", "command")).toMatchObject({ code: 1, found: ["NO-RM command"] });
    expect(await check("rm -rf /", "--context", "subject=command")).toMatchObject({ code: 1 });
    expect(await check("rm -rf /", "--stdin-path", "notes.md")).toMatchObject({ code: 0 });
    expect(await check("rm -rf /", "--subject", "comand")).toMatchObject({
      code: 2,
      err: expect.stringContaining("command") as string,
    });
  });

  it("is read as the hook payload that it is", async () => {
    const check = await createChecker();
    expect(await check(payload("rm -rf /"))).toMatchObject({ code: 1, found: ["NO-RM command"] });
    expect(await check(payload("deploy"))).toMatchObject({ code: 1, found: ["BEFORE-ONLY command"] });
    expect(await check(payload("deploy"), "--context", "event=check")).toMatchObject({ code: 0 });
    expect(await check(payload("ls"))).toMatchObject({ code: 0 });
  });

  it("is never without violations because it is a hook payload without text", async () => {
    const check = await createChecker();
    const empty = '{"hook_event_name":"SessionStart","secret":"ghp_abc"}';
    expect(await check(empty)).toMatchObject({
      code: 2,
      err: expect.stringContaining("HOOK_PAYLOAD_EMPTY") as string,
    });
    expect(await check(empty, "--subject", "text")).toMatchObject({ code: 1, found: ["NO-TOKEN text"] });
    expect(await check('{"hook_event_name": "PreToolUse", "rm -rf /')).toMatchObject({ code: 1 });
  });
});

describe("the context of a check", () => {
  it.each([
    [["agent_tpe=Reviewer"], "did you mean agent_type?"],
    [["subject=comand"], "did you mean command?"],
    [["event=PreTolUse"], "did you mean PreToolUse"],
    [["subject=7"], "one of text, file, command"],
    [["host=claud-code"], "did you mean claude-code?"],
    [["ci=github-action"], "did you mean github-actions or gitea-actions?"],
  ])("is refused if it has an unknown name or value: %j", async (context, hint) => {
    const check = await createChecker();
    const { code, err } = await check("x", ...context.flatMap((one) => ["--context", one]));
    expect(err).toContain(hint);
    expect(code).toBe(2);
  });

  it("raises policies with `priority_boost` with --high-quality", async () => {
    const check = await createChecker();
    const { precept } = await createProject({ ".precept/policies/a.yaml": policies });
    expect(await check("meh")).toMatchObject({ code: 0 });
    const { out } = await precept(["check", "-", "--high-quality"], { input: "meh" });
    expect(out).toContain("LOG_ONLY");
  });
});
