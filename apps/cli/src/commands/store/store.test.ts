import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const files = {
  "rules/money.md": nativeRule("money", {}, "Store amounts in cents."),
  "rules/next.md": nativeRule("next", { replaces: '["project:rules/money.md"]' }),
};

const withoutHashes = (text: string): string => text.replaceAll(/sha256 [0-9a-f]{16}/g, "sha256 HASH");

describe("precept store copy", () => {
  it("copies files to a database and back, with the references between rules", async () => {
    const { precept } = await createProject(files);
    const there = await precept(["store", "copy", "directory:rules", "sqlite:data/rules.sqlite"]);
    expect(withoutHashes(there.out)).toMatchInlineSnapshot(`
      "copied         2 rules with 2 revisions
      already there  0 rules
      usage          0 rules
      verified       2 of 2 rules equal in both, sha256 HASH
      "
    `);
    expect(there.code).toBe(0);
    const back = await precept(["store", "copy", "sqlite:data/rules.sqlite", "directory:again"]);
    expect(back.code).toBe(0);
    const again = JSON.parse(
      (await precept(["store", "copy", "directory:again", "sqlite:data/2.sqlite", "--json"])).out,
    ) as object;
    expect(again).toMatchObject({ copied: 2, conflicts: [], diagnostics: [] });
    const shown = JSON.parse((await precept(["show", "next", "--json", "--rules-dir", "again"])).out) as object;
    expect(JSON.stringify(shown)).toContain("project:again/money.md");
  });

  it("writes nothing in a dry run, not even an empty database", async () => {
    const { precept } = await createProject(files);
    const { out, code } = await precept(["store", "copy", "directory:rules", "sqlite:new.sqlite", "--dry-run"]);
    expect([code, out]).toEqual([0, expect.stringContaining("would copy     2 rules")]);
    const { err } = await precept(["store", "copy", "sqlite:new.sqlite", "directory:out"]);
    expect(err).toContain("a store that exists");
  });

  it("replaces no rule, and names files that are no rules", async () => {
    const { precept } = await createProject({
      ...files,
      "rules/broken.md": "---\nname: [\n---\n",
      "other/money.md": nativeRule("money"),
    });
    const { out, code } = await precept(["store", "copy", "directory:rules", "directory:other"]);
    expect(code).toBe(1);
    expect(out).toContain("conflict  money (project:rules/money.md): the other store has the rule with other revisions");
    expect(out).toContain("rules/broken.md");
  });

  it.each([
    ["rules", "directory:PATH"],
    ["postgres:NO_SUCH_VARIABLE", "NO_SUCH_VARIABLE is not set"],
    ["postgres:postgres://ada:secret@localhost/rules", "an environment variable"],
  ])("refuses the location %s, without a password", async (location, expected) => {
    const { precept } = await createProject(files);
    const { err, code } = await precept(["store", "copy", location, "sqlite:x.sqlite"]);
    expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
    expect(err).not.toContain("secret");
  });
});
