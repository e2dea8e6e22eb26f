import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

const policy =
  "id: NO-VAR\nseverity: HIGH\nmatch: { pattern: '\\bvar\\b' }\nmessage: No var.\ntests: { valid: [variable], invalid: [var x] }\n";

const createOne = () => createProject({ ".precept/policies/a.yaml": policy, "a.js": "var a;\n" });

describe("precept check --report", () => {
  it("writes further reports of the same check, which a later check does not read", async () => {
    const { dir, precept } = await createOne();
    const reports = ["--report", "sarif=a.sarif", "--report", "json=out/a.json", "--report", "table=a.txt"];
    for (const _ of ["create", "replace"]) {
      const { code, out } = await precept(["check", "--format", "github", ...reports]);
      expect(code).toBe(1);
      expect(out).toBe("::error file=a.js,line=1,endLine=1,col=1,endColumn=3,title=NO-VAR::No var.\n");
      const json = JSON.parse(await readFile(join(dir, "out/a.json"), "utf8"));
      expect(json).toMatchObject({ files: 1, violations: [{ file: "a.js" }] });
      expect(JSON.parse(await readFile(join(dir, "a.sarif"), "utf8")).runs[0].results).toHaveLength(1);
      expect(await readFile(join(dir, "a.txt"), "utf8")).toContain("1 violation (1 QUICK_FIX)");
    }
  });

  it.each(["yaml=a.yaml", "sarif", "sarif=", "=a.sarif"])("refuses %s", async (value) => {
    const { precept } = await createOne();
    const { code, err } = await precept(["check", "--report", value]);
    expect(code).toBe(2);
    expect(err).toContain(`Invalid value for --report: "${value}".`);
  });

  it("says which report cannot be written", async () => {
    const { precept } = await createOne();
    const { code, err } = await precept(["check", "--report", "json=a.js/a.json"]);
    expect(code).not.toBe(0);
    expect(err).toContain('Cannot write "a.js/a.json"');
  });
});
