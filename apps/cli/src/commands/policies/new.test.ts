import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

const texts = ["--message", "It's {match}: no.", "--severity", "HIGH"];
const about: readonly (readonly [string, readonly string[]])[] = [
  [
    "a command",
    ["--program", "terraform", "--subcommand", "destroy", "--invalid", "terraform destroy", "--valid", "terraform plan"],
  ],
  ["a text", ["--pattern", String.raw`\beval\(`, "--in", "*.js", "--invalid", "eval(x)", "--valid", "evaluate(x)"]],
  ["files", ["--protect", "gen/**", "--invalid", "gen/a.go", "--valid", "src/a.go"]],
];

describe("precept policies new", () => {
  it.each(about)("writes a policy about %s that passes its tests", async (_what, options) => {
    const { dir, precept } = await createProject({});
    expect(await precept(["policies", "new", "A-1", ...options, ...texts])).toMatchObject({ code: 0 });
    expect(await readFile(join(dir, ".precept/policies/a-1.yaml"), "utf8")).toMatchSnapshot();
    const tested = await precept(["policies", "test", "--strict"]);
    expect([tested.code, tested.out]).toEqual([0, expect.stringContaining("2 tests of 1 policy: all passed\n")]);
  });

  it.each([
    ["a command", ["1", "terraform destroy -auto-approve", "terraform destroy -auto-approve", "terraform destroy"]],
    ["a text", ["2", String.raw`\bvar `, "*.js *.ts", "var a", "let a"]],
    ["files", ["3", "gen/**", "gen/a.go", "src/a.go"]],
  ])("asks about %s in a terminal", async (_what, answers) => {
    const { precept } = await createProject({});
    const choice = ["A-1", ...answers, "high", "Not here."];
    expect(await precept(["policies", "new"], { interactive: true, choice })).toMatchObject({ code: 0 });
    expect((await precept(["policies", "show", "A-1"])).out).toContain("HIGH, P1");
  });

  it("overwrites neither a policy nor a file", async () => {
    const { dir, precept } = await createProject({ ".precept/policies/b.yaml": "not a policy\n" });
    const [, options] = about[0] ?? [];
    const create = async (id: string) => precept(["policies", "new", id, ...(options ?? []), ...texts]);
    await create("A");
    const text = await readFile(join(dir, ".precept/policies/a.yaml"), "utf8");
    expect((await create("A")).err).toContain('The policy "A" is defined in .precept/policies/a.yaml.');
    expect((await create("B")).err).toContain(".precept/policies/b.yaml already contains something else.");
    expect(await readFile(join(dir, ".precept/policies/a.yaml"), "utf8")).toBe(text);
  });

  it("writes nothing if the policy would be refused, or with --dry-run, or if an answer is missing", async () => {
    const { dir, precept } = await createProject({ ".precept/policies/x.yaml": "" });
    const options = ["--pattern", "a(b", "--invalid", "b", "--valid", "c", ...texts];
    expect(await precept(["policies", "new", "A", ...options])).toMatchObject({
      code: 1,
      out: expect.stringContaining("policy/pattern-invalid") as string,
    });
    const untrue = ["--pattern", "a", "--invalid", "b", "--valid", "c", ...texts];
    expect((await precept(["policies", "new", "A", ...untrue])).out).toContain("policy/test-missing");
    const [, command] = about[0] ?? [];
    expect((await precept(["policies", "new", "A", ...(command ?? []), ...texts, "--dry-run"])).out).toContain(
      "program: [terraform]",
    );
    expect((await precept(["policies", "new", "A"])).err).toContain("Missing option --program, --pattern or --protect.");
    expect(await readdir(join(dir, ".precept/policies"))).toEqual(["x.yaml"]);
  });
});
