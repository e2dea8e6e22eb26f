import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../test/precept-in.ts";

const files = {
  ".precept/rules/demo.md": nativeRule("demo", { inclusion: "agentRequested" }, "Run `scripts/run.sh`, read [a](a.md)."),
  ".precept/skills/demo/scripts/run.sh": "#!/bin/sh\n",
  ".precept/skills/demo/.env": "TOKEN=1\n",
};

describe.skipIf(process.platform === "win32")("the files of a skill", () => {
  it("are shown by an export with their size, and what is not copied is named", async () => {
    const project = await createProject(files);
    await chmod(join(project.dir, ".precept/skills/demo/scripts/run.sh"), 0o755);
    expect((await project.precept(["export", "--to", "kiro", "--dry-run"])).out).toMatchInlineSnapshot(`
      "create  .kiro/skills/demo/SKILL.md        6 lines               .precept/rules/demo.md
      create  .kiro/skills/demo/scripts/run.sh  10 bytes, executable  copy of .precept/skills/demo/scripts/run.sh

      Not copied with their skills
        .precept/skills/demo/.env: the name of a file with credentials

      Written with less (--all lists each rule)
        content  Kiro: The text refers to a.md, which cannot be found from .kiro/skills/demo/SKILL.md  (demo)

      2 to create
      "
    `);
    const { out } = await project.precept(["export", "--to", "kiro", "--json"]);
    const { actions, not_copied, reduced } = JSON.parse(out) as Record<string, readonly Record<string, unknown>[]>;
    expect(actions?.[1]).toEqual({
      kind: "create",
      path: ".kiro/skills/demo/scripts/run.sh",
      targets: ["kiro"],
      rules: ["project:.precept/rules/demo.md"],
      copy_of: ".precept/skills/demo/scripts/run.sh",
      mode: "100755",
      bytes: 10,
    });
    expect(not_copied).toEqual([{ path: ".precept/skills/demo/.env", reason: "the name of a file with credentials" }]);
    expect(reduced).toHaveLength(1);
    expect((await project.precept(["export", "--to", "kiro", "--check"])).code).toBe(0);
  });

  it("that the text refers to and that are missing are reported by lint", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["lint", "--json"]);
    const { diagnostics } = JSON.parse(out) as { diagnostics: readonly { code: string; line: number; message: string }[] };
    expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual([
      ["skill/missing-file", 7, 'The skill "demo" refers to a.md, which does not exist.'],
    ]);
  });

  it("that were edited in two tools are shown as a conflict, with the choice", async () => {
    const project = await createProject(files);
    await project.precept(["export", "--to", "kiro,windsurf"]);
    for (const dir of [".kiro", ".windsurf"]) await writeFile(join(project.dir, dir, "skills/demo/scripts/run.sh"), dir);
    const { out } = await project.precept(["import"]);
    expect(out).toContain("conflict  .precept/skills/demo/scripts/run.sh");
    expect(out).toContain("precept import --take .windsurf/skills/demo/scripts/run.sh");
    expect(out).not.toContain("--take .precept");
    expect((await project.precept(["import", "--take", ".windsurf/skills/demo/scripts/run.sh"])).code).toBe(0);
    expect((await project.precept(["export", "--to", "kiro,windsurf"])).out).toContain(
      "updated  .kiro/skills/demo/scripts/run.sh",
    );
  });
});
