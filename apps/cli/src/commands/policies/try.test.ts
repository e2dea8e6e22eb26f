import { describe, expect, it } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

const files = {
  ".precept/policies/a.yaml": `
- id: NO-DELETE
  severity: CRITICAL
  match: { command: { program: rm, flags: -r, operands: '^/srv' }, context_filter: { subject: command } }
  message: No.
- id: NO-TODO
  severity: LOW
  match: { keywords: [TODO], file_patterns: "*.js", context_filter: { event: { not: check } } }
  message: No.
`,
  "run.sh": "rm -r /srv/data\n",
  "a.js": "// TODO\n",
  "payload.json": JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -r /srv" } }),
};

interface Tried {
  readonly given: string;
  readonly subjects: readonly {
    readonly kind: string;
    readonly file: string | null;
    readonly commands: readonly {
      readonly program: string;
      readonly words: readonly string[];
      readonly directory: string | null;
    }[];
    readonly policies: readonly { readonly rule_id: string; readonly violated: boolean }[];
  }[];
}

describe("precept policies try", () => {
  it("shows the resolved words of a command, and the conditions of the policies that it violates", async () => {
    const { precept } = await createProject(files);
    const { code, out } = await precept(["policies", "try", `cd /srv && r''m -r "$PWD"`]);
    expect(out).toMatchInlineSnapshot(`
      "cd /srv && r''m -r "$PWD" (command)
      Commands, with their words as resolved:
        cd  /srv
        rm  -r .  in /srv

      NO-DELETE: violated
        yes match.context_filter  {"subject":"command"}
        yes match.command.program  ["rm"]  found 1:12 "r''m -r \\"$PWD\\""
        yes match.command.flags  [["-r"]]  found 1:12 "r''m -r \\"$PWD\\""
        yes match.command.operands  "^/srv"  found 1:12 "r''m -r \\"$PWD\\""
        1:12  TERMINATE  No.

      1 policy is violated: TERMINATE. Not violated: 1 for other files.
      "
    `);
    expect(code).toBe(0);
  });

  it.each([
    ["rm -r /srv", "command", "command", ["NO-DELETE"]],
    ["a.js", "file", "file", ["NO-TODO"]],
    ["payload.json", "payload", "command", ["NO-DELETE"]],
  ])("reads %s as a %s", async (argument, given, kind, violated) => {
    const { precept } = await createProject(files);
    const tried = JSON.parse((await precept(["policies", "try", argument, "--json"])).out) as Tried;
    const [subject] = tried.subjects;
    expect([tried.given, subject?.kind]).toEqual([given, kind]);
    expect(subject?.policies.filter((one) => one.violated).map(({ rule_id: id }) => id)).toEqual(violated);
  });

  it("reads the scripts of the project that a command runs", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["policies", "try", "sh run.sh"]);
    expect(out).toMatch(/^ {2}rm +-r \/srv\/data/m);
    expect(out).toContain("NO-DELETE: violated");
  });

  it("reads a payload or a text from standard input, or whatever --subject says", async () => {
    const { precept } = await createProject(files);
    const payload = await precept(["policies", "try", "-"], { input: files["payload.json"] });
    expect(payload.out).toContain("rm -r /srv (command of Bash)");
    const prompt = await precept(["policies", "try", "rm -r /srv", "--subject", "prompt"]);
    expect(prompt.out).toContain("(prompt)");
    expect(prompt.out).toContain("No policy is violated");
  });

  it("shows why a named policy is not violated, at most 80 columns wide", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["policies", "try", `rm ${"x".repeat(40)} ${"y".repeat(40)}`, "--policy", "NO-DELETE"]);
    expect(out).toContain("  no  match.command.flags");
    expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect((await precept(["policies", "try", "ls", "--policy", "NO-SUCH"])).code).toBe(2);
  });
});
