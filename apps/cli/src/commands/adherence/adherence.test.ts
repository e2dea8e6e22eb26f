import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { recordInSession } from "@precept/evidence";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const policy =
  "id: NO-ANY\nseverity: LOW\nmode: shadow\nmatch: { pattern: ': any' }\nmessage: No any.\ntests: { valid: [x], invalid: ['a: any'] }\n";

const checkedRule = (id: string) =>
  `---\nname: types\ndescription: Types\ninclusion: fileMatch\nglobs: ["**/*.ts"]\nchecks: [${id}]\n---\n\nNo any.\n`;

const origin = { session: "s-1", agent: "claude-code", subagent: null };

/** Changes of files, of which those in `broken` violate the policy. */
async function createRecorded(changed: readonly string[], broken: readonly string[], given = true): Promise<TestProject> {
  const project = await createProject({
    ".precept/rules/types.md": checkedRule("NO-ANY"),
    ".precept/rules/plain.md": nativeRule("plain"),
    ".precept/policies/any.yaml": policy,
  });
  const receipt = {
    kind: "receipt" as const,
    at: "2026-01-31T14:00:00.000Z",
    ...origin,
    channel: "hook" as const,
    event: "file" as const,
    tool: null,
    tool_use: null,
    files: [],
    prompt_sha256: null,
    request_id: null,
    rules: [
      {
        id: "project:.precept/rules/types.md",
        name: "types",
        scope: "project" as const,
        version: 1,
        sha256: "0",
        reason: "",
        files: [],
        tokens: 40,
        cut: false,
      },
    ],
    left_out: [],
    listed: [],
    memory: false,
    characters: 9,
  };
  const changes = changed.flatMap((file, at) => {
    const call = {
      at: `2026-01-31T14:01:${String(at).padStart(2, "0")}.000Z`,
      ...origin,
      tool: "Edit",
      tool_use: `t${at}`,
      files: [file],
    };
    const policies = [{ id: "NO-ANY", action: "LOG_ONLY", shadow: true }];
    return [
      { kind: "file" as const, ...call, changes: true, stage: "before" as const },
      ...(broken.includes(file) ? [{ kind: "decision" as const, ...call, verdict: "none" as const, policies }] : []),
    ];
  });
  await recordInSession(project.dir, "s-1", [...(given ? [receipt] : []), ...changes]);
  return project;
}

describe("precept adherence", () => {
  it("counts occasions, breaches and tokens of the rules that name policies", async () => {
    const { precept } = await createRecorded(["a.ts", "b.ts", "c.md", "b.ts"], ["a.ts"]);
    const { out } = await precept(["adherence"]);
    expect(out).toMatch(
      /^rule +sessions +followed +95 % interval +broken +not given +mended +tokens\ntypes +1 +2 of 3 +21 to 94 % +1 +0 +0 +40\nFrom 1 recorded session; 1 rule without `checks`\./,
    );
    const { out: json } = await precept(["adherence", "--json"]);
    expect(JSON.parse(json)).toMatchObject({
      rules: [{ name: "types", followed: { count: 2, of: 3 }, breaches: [{ file: "a.ts", age: 0 }] }],
      sessions: 1,
    });
  });

  it("lists the breaches of a rule, and what could help", async () => {
    const { precept } = await createRecorded(["a.ts", "b.ts"], ["a.ts", "b.ts"], false);
    const { out } = await precept(["adherence", "types"]);
    expect(out).toMatch(/s-1 +NO-ANY +a\.ts +no +stayed/);
    expect(out).toContain("before the agent had the rule");
    expect(out).toContain("few breaches: they can be chance");
    expect(out).toContain("precept edit types --inclusion always");
    expect(out).toContain("precept policies show NO-ANY");
  });

  it("counts a check of the rule itself, and reports one that is not valid with its place", async () => {
    const { precept, dir } = await createRecorded(["a.ts"], []);
    const own = (match: string) =>
      writeFile(
        join(dir, ".precept/rules/types.md"),
        `---\nname: types\ndescription: Types\ninclusion: always\nchecks:\n  - NO-ANY\n  - match: ${match}\n    tests:\n      invalid: ["a: any"]\n      valid: ["a: string"]\n---\n\nNo any.\n`,
      );
    await own("{ pattern: ': any' }");
    expect(await precept(["policies", "test"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/types\.check-[0-9a-f]{8} +2 of 2/) as string,
    });
    expect(await precept(["adherence"])).toMatchObject({ code: 0, err: "" });
    await own("{ pattern: ': string' }");
    expect(await precept(["policies", "test"])).toMatchObject({
      code: 1,
      out: expect.stringContaining(".precept/rules/types.md:7") as string,
    });
    await own("{ patern: ': any' }");
    const { err } = await precept(["adherence"]);
    expect(err).toContain(".precept/rules/types.md:7");
    expect(err).toContain("pattern");
  });

  it("fails if a rule is surely followed less often, not if there is too little to say so", async () => {
    const few = await createRecorded(["a.ts"], ["a.ts"]);
    expect(await few.precept(["adherence", "--fail-under", "70"])).toMatchObject({ code: 0 });
    const files = Array.from({ length: 20 }, (_, at) => `f${at}.ts`);
    const many = await createRecorded(files, files.slice(0, 10));
    expect(await many.precept(["adherence", "--fail-under", "80"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("types: 10 of 20") as string,
    });
    expect(await many.precept(["adherence", "--fail-under", "60"])).toMatchObject({ code: 0 });
  });

  it("refuses a rule without policies, warns about unknown ones, and says how to begin", async () => {
    const { precept, dir } = await createRecorded([], []);
    const write = (text: string) => writeFile(join(dir, ".precept/rules/types.md"), text);
    expect(await precept(["adherence", "plain"])).toMatchObject({ code: 2, err: expect.stringContaining("`checks`") as string });
    expect(await precept(["adherence", "missing"])).toMatchObject({ code: 2 });
    await write(checkedRule("NO-SUCH"));
    expect(await precept(["adherence"])).toMatchObject({ err: expect.stringContaining("NO-SUCH") as string });
    await write(nativeRule("types"));
    expect((await precept(["adherence"])).out).toContain("Add `checks: [POLICY]`");
  });
});
