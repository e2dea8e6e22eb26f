import { execFileSync } from "node:child_process";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

const policy = `
id: NO-VAR
severity: HIGH
match: { pattern: '\\bvar\\b' }
message: No var.
tests: { valid: [variable], invalid: [var x] }
`;

async function createRepository(files: Readonly<Record<string, string | Uint8Array>>) {
  const project = await createProject({ ".precept/policies/a.yaml": policy, ...files });
  const git = (...args: readonly string[]): void => {
    const person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"];
    execFileSync("git", [...person, ...args], { cwd: project.dir, stdio: "ignore" });
  };
  git("init");
  git("add", ".");
  git("commit", "-m", "All");
  const check = async (...args: readonly string[]) => {
    const { code, out } = await project.precept(["check", "--added-lines", ...args, "--json"]);
    const { violations, unchanged_lines: unchanged } = JSON.parse(out) as {
      readonly violations: readonly { readonly file: string; readonly line: number }[];
      readonly unchanged_lines: number;
    };
    return { code, unchanged, found: violations.map(({ file, line }) => `${file}:${line}`) };
  };
  const write = (path: string, text: string | Uint8Array): Promise<void> => writeFile(join(project.dir, path), text);
  return { ...project, git, check, write };
}

describe("precept check --added-lines", () => {
  it("reports only violations on lines that are staged, and says how many it left out", async () => {
    const { git, check, write, precept } = await createRepository({ "a.js": "var a;\nlet b;\n" });
    await write("a.js", "var a;\nlet b;\nvar c;\n");
    git("add", ".");
    await write("a.js", "var a;\nlet b;\nvar c;\nvar not_staged;\n");
    expect(await check("--staged")).toEqual({ code: 1, found: ["a.js:3"], unchanged: 1 });
    const { out } = await precept(["check", "--staged", "--added-lines"]);
    expect(out).toContain("left out: 1 violation on unchanged lines");
  });

  it("passes if only unchanged lines violate a policy", async () => {
    const { git, check, write } = await createRepository({ "a.js": "var a;\n" });
    await write("a.js", "var a;\nlet b;\n");
    git("add", ".");
    expect(await check("--staged")).toEqual({ code: 0, found: [], unchanged: 1 });
  });

  it("compares the working tree with a base, also files that git does not know yet", async () => {
    const { git, check, write } = await createRepository({ "a.js": "var a;\n" });
    git("checkout", "-b", "work");
    await write("a.js", "let new_line;\nvar a;\nvar b;\n");
    git("commit", "-am", "Mine");
    await write("new.js", "var c;\n");
    expect(await check("--since", "main")).toEqual({ code: 1, found: ["a.js:3", "new.js:1"], unchanged: 1 });
  });

  it.each([
    ["CRLF and a changed line break", "var a;\r\nlet b;\r\n", "var a;\nlet b;\nvar c;\n", ["a.js:3"]],
    ["no line break at the end", "let a;\nvar b;", "let a;\nvar b;\nvar c;", ["a.js:3"]],
    [
      "lines that look like a diff",
      "let a;\n",
      "let a;\n@@ -1,0 +9,9 @@ var\n+++ b/a.js var\ndiff --git a/x b/x var\n",
      ["a.js:2", "a.js:3", "a.js:4"],
    ],
  ])("reads %s", async (_what, before, after, expected) => {
    const { git, check, write } = await createRepository({ "a.js": before });
    await write("a.js", after);
    git("add", ".");
    expect((await check("--staged")).found).toEqual(expected);
  });

  it("follows a renamed file, and takes a binary file and a changed type as they are", async () => {
    const long = Array.from({ length: 30 }, (_, at) => `line ${at} var`).join("\n");
    const { dir, git, check, write } = await createRepository({
      "old.js": `${long}\n`,
      "b.bin": new Uint8Array([0, 1, 2]),
      "t.js": "x\n",
    });
    await rename(join(dir, "old.js"), join(dir, "new name.js"));
    await write("new name.js", `${long}\nvar added;\n`);
    await write("b.bin", new Uint8Array([0, 118, 97, 114]));
    await rm(join(dir, "t.js"));
    execFileSync("ln", ["-s", "b.bin", "t.js"], { cwd: dir });
    await write("z.js", "var z;\n");
    git("add", ".");
    expect(await check("--staged")).toEqual({ code: 1, found: ["new name.js:31", "z.js:1"], unchanged: 30 });
  });

  it("before the first commit, all lines are added; without a change to compare it is refused", async () => {
    const { dir, git, check, write, precept } = await createRepository({});
    await rm(join(dir, ".git"), { recursive: true });
    git("init");
    await write("a.js", "var a;\n");
    git("add", ".");
    expect((await check("--staged")).found).toEqual(["a.js:1"]);
    expect(await precept(["check", "--added-lines"])).toMatchObject({ code: 2 });
  });
});
