import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { createRule, isSafePath, toSafeName } from "@precept/core";
import { precept } from "@precept/mdc-compat";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCodePoint, createProject } from "@precept/testing";
import { openStore } from "../test/rules-of.ts";

/** Names that programs are known to mishandle, and the expected file name of each. */
const hostile: readonly (readonly [name: string, file: string])[] = [
  ["../escape", "escape.md"],
  ["../../../../etc/passwd", "etc-passwd.md"],
  ["..", "rule.md"],
  [".", "rule.md"],
  ["...", "rule.md"],
  ["/etc/passwd", "etc-passwd.md"],
  ["//server/share", "server-share.md"],
  ["\\\\server\\share\\rule", "server-share-rule.md"],
  ["C:\\Windows\\system32", "C-Windows-system32.md"],
  ["C:rule", "C-rule.md"],
  ["file:///etc/passwd", "file-etc-passwd.md"],
  ["~", "rule.md"],
  ["~root/.ssh/config", "root-.ssh-config.md"],
  ["$HOME/rule", "HOME-rule.md"],
  ["%APPDATA%", "APPDATA.md"],
  ["a\nb", "a-b.md"],
  ["a\u001b[2Jb", "a-2Jb.md"],
  ["a\u202egpj.md", "a-gpj.md.md"],
  ["con", "con-rule.md"],
  ["NUL", "NUL-rule.md"],
  ["com1", "com1-rule.md"],
  ["lpt9.txt", "lpt9-rule.txt.md"],
  ["aux.md", "aux-rule.md.md"],
  ["rule.", "rule.md"],
  ["rule ", "rule.md"],
  [" rule", "rule.md"],
  ["rule::$DATA", "rule-DATA.md"],
  ["a:b", "a-b.md"],
  ["a*b?c", "a-b-c.md"],
  ['a"b<c>d|e', "a-b-c-d-e.md"],
  [".hidden", "hidden.md"],
  ["-rf", "rf.md"],
  ["--help", "help.md"],
  ["`rm -rf`", "rm-rf.md"],
  ["$(id)", "id.md"],
  ["раypal", "ypal.md"],
  ["ｆｕｌｌ", "full.md"],
  ["a/../../b", "a-.-.-b.md"],
  ["a／b", "a-b.md"],
  ["a∕b", "a-b.md"],
  ["naïve café", "naive-cafe.md"],
  ["日本語", "rule.md"],
  ["😀", "rule.md"],
  ["x".repeat(5000), `${"x".repeat(80)}.md`],
  ["a/".repeat(200), `${"a-".repeat(39)}a.md`],
];

describe("the file of a rule with a hostile name", () => {
  it.each(hostile)("of %j is %s in its root", async (name, file) => {
    const project = await createProject({});
    const store = openStore({ projectDir: project.dir, roots: [{ dir: "rules", codec: precept }] });
    const { rule } = await store.save(createRule({ id: "new", name, description: "Named by another program" }));
    expect(rule.origin.path).toBe(`rules/${file}`);
    expect(await readdir(project.dir)).toEqual(["rules"]);
    expect(await readdir(`${project.dir}/rules`)).toEqual([file]);
  });

  it("is not written if it would not be a text file", async () => {
    const project = await createProject({});
    const store = openStore({ projectDir: project.dir, roots: [{ dir: "rules", codec: precept }] });
    const save = store.save(createRule({ id: "new", name: "a\u0000b" }));
    await expect(save).rejects.toMatchObject({ code: "RULE_INVALID" });
    expect(await readdir(project.dir)).toEqual([]);
  });

  it.each([
    "project:../outside.md",
    "project:rules/../../outside.md",
    "project:/etc/cron.d/rule.md",
    "project:rules/a\u0000.md",
    "project:rules/con.md",
    "project:rules/.git/hooks/x.md",
    "project:rules\\a.md",
    "project:C:/rules/a.md",
    "project:rules/x.sh",
  ])("does not get its path from the id %j", async (id) => {
    const project = await createProject({});
    const store = openStore({ projectDir: project.dir, roots: [{ dir: "rules", codec: precept }] });
    expect((await store.save(createRule({ id, name: "style" }))).rule.origin.path).toBe("rules/style.md");
    expect(await readdir(dirname(project.dir))).not.toContain("outside.md");
  });
});

it("**Feature: agent-rules, Property 11: Path Safety Validation** every name becomes one plain file name", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (name) => {
      const safe = toSafeName(name);
      expect(safe).toMatch(/^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,84}[A-Za-z0-9_])?$/);
      expect(safe).not.toContain("..");
      expect(isSafePath(`${safe}/${safe}`)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
