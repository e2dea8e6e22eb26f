import { recordInSession } from "@precept/evidence";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

const call = { session: "s-1", agent: "claude-code", subagent: null };
const none = { tool: null, tool_use: null, files: [] };
const rule = (name: string) => ({ id: `project:${name}`, name, scope: "project" as const });
const delivered = (name: string, files: readonly string[] = []) => ({
  ...rule(name),
  version: 1,
  sha256: "0123",
  reason: "always included",
  files,
  tokens: 1200,
  cut: false,
});

async function createRecorded(): Promise<TestProject> {
  const project = await createProject({});
  const receipt = {
    ...call,
    ...none,
    kind: "receipt" as const,
    channel: "hook" as const,
    prompt_sha256: null,
    request_id: null,
    left_out: [],
    listed: [],
    memory: false,
    characters: 9,
  };
  await recordInSession(project.dir, "s-1", [
    { ...call, kind: "turn", turn: "start", at: "2026-01-31T14:00:00.000Z" },
    { ...receipt, event: "start", at: "2026-01-31T14:00:00.000Z", rules: [delivered("all")], listed: ["deploys"] },
    { ...receipt, event: "prompt", at: "2026-01-31T14:01:00.000Z", rules: [] },
    {
      ...call,
      ...none,
      kind: "file",
      at: "2026-01-31T14:02:00.000Z",
      files: ["a.ts"],
      tool: "Write",
      changes: true,
      stage: "before",
    },
    {
      ...receipt,
      event: "file",
      at: "2026-01-31T14:02:00.000Z",
      files: ["a.ts"],
      rules: [delivered("ts", ["a.ts"])],
      left_out: [{ ...rule("big"), reason: "no room", tokens: 9 }],
    },
    {
      ...call,
      ...none,
      kind: "decision",
      at: "2026-01-31T14:03:00.000Z",
      tool: "Bash",
      verdict: "deny",
      policies: [{ id: "NO-RM", action: "TERMINATE", shadow: false }],
    },
  ]);
  return project;
}

describe("precept sessions", () => {
  it("lists sessions, and says where they come from if there are none", async () => {
    const project = await createRecorded();
    const { out } = await project.precept(["sessions", "list"]);
    expect(out).toMatch(
      /last +session +agent +prompts +rules +tokens +denied +gaps\n2026-01-31 \d\d:03 +s-1 +claude-code +1 +2 +2,400 +1 +2\n/,
    );
    const empty = await createProject({});
    expect((await empty.precept(["sessions", "list"])).out).toContain("`precept install`");
    expect(await empty.precept(["sessions", "show"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("No session is recorded") as string,
    });
  });

  it("shows what happened, in order, with the gaps", async () => {
    const project = await createRecorded();
    const { out } = await project.precept(["sessions", "show", "s"]);
    const lines = out.split("\n").map((line) => line.replace(/^\S+ \d\d:/, "").trimEnd());
    expect(lines.slice(3)).toEqual([
      "00:00  start    all (1,200 tokens); can ask for deploys",
      "01:00  prompt   nothing new",
      "02:00  changes  a.ts",
      "02:00  file     ts (1,200 tokens); without big: no room",
      "02:00  gap      a.ts was changed before ts arrived",
      "03:00  denied   Bash: NO-RM (TERMINATE)",
      "02:00  gap      big applied, and no delivery had its text: no room",
      "",
    ]);
    const { out: json } = await project.precept(["sessions", "show", "s-1", "--json"]);
    expect(JSON.parse(json)).toMatchObject({
      session: { session: "s-1", gaps: 2, denied: 1 },
      records: { length: 6 },
      gaps: [{ kind: "late", rules: ["ts"], file: "a.ts" }, { kind: "neverFits" }],
    });
  });

  it("names the sessions that a beginning could mean, and an unknown one", async () => {
    const project = await createRecorded();
    await recordInSession(project.dir, "s-2", [
      { ...call, session: "s-2", kind: "turn", turn: "start", at: "2026-01-31T15:00:00.000Z" },
    ]);
    expect(await project.precept(["sessions", "show", "s-"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/s-[12], s-[12]/) as string,
    });
    expect(await project.precept(["sessions", "show", "x"])).toMatchObject({
      code: 2,
      err: expect.stringContaining('"x"') as string,
    });
  });

  it("shows which rules an agent had at a time", async () => {
    const project = await createRecorded();
    const rulesAt = async (time: string) => {
      const { out } = await project.precept(["sessions", "at", time, "--json"]);
      return (JSON.parse(out) as { rules: readonly { name: string }[] }).rules.map(({ name }) => name);
    };
    expect(await rulesAt("2026-01-31T14:01:00Z")).toEqual(["all"]);
    expect(await rulesAt("2026-01-31T14:02Z")).toEqual(["all", "ts"]);
    const { out } = await project.precept(["sessions", "at", "2026-01-31T14:02Z"]);
    expect(out).toMatch(/^s-1 at .*: 2 rules\nrule +scope +received +tokens +why\nall /);
    expect(await project.precept(["sessions", "at", "2025-01-31T14:02Z"])).toMatchObject({ code: 2 });
    expect(await project.precept(["sessions", "at", "noon"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("14:05") as string,
    });
  });
});
