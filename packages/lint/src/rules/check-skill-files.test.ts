import { describe, expect, it } from "vitest";
import { buildRule } from "../../../core/test/rules.ts";
import { checkSkillFiles } from "./check-skill-files.ts";

const path = ".claude/skills/demo/SKILL.md";
const content = "See [notes](references/notes.md), then run `scripts/run.sh`.\n";
const rule = buildRule({ name: "demo", content, origin: { store: "fs", path } });
const text = `---\nname: demo\n---\n\n${content}`;

describe("the paths in the text of a skill", () => {
  it("are reported where they stand if the skill has no such file", () => {
    const found = checkSkillFiles(
      [rule],
      (_, file) => file !== "references/notes.md",
      () => text,
    );
    expect(found.map(({ code, file, line, column, message }) => [code, file, line, column, message])).toEqual([
      ["skill/missing-file", path, 5, 13, 'The skill "demo" refers to references/notes.md, which does not exist.'],
    ]);
  });

  it("are not checked in other rules", () => {
    expect(
      checkSkillFiles(
        [rule],
        () => undefined,
        () => text,
      ),
    ).toEqual([]);
  });
});
