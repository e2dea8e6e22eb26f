import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { createHeaderSchema } from "../../format/json-schema.ts";
import { cursor } from "./codec.ts";
import { mdc, mdcSpec } from "../goagent/codec.ts";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";
import { cursorSpec } from "./spec.ts";

describe("Cursor's codec", () => {
  it("reads .mdc files and folders with a RULE.md, up to 262,144 bytes", () => {
    expect(cursor).toMatchObject({ id: "cursor", title: "Cursor", extensions: [".mdc", "RULE.md"], maxBytes: 256 * 1024 });
  });

  it.each(["style.md", "api/STYLE.MD", "style.markdown", "RULE.md"])("returns why %s is ignored", (path) => {
    expect(cursor.ignored?.(path)).toBe("Cursor ignores it here; rename it to .mdc");
  });

  it.each(["style.txt", "script.ts", ".DS_Store", "md"])("returns no reason for %s", (path) => {
    expect(cursor.ignored?.(path)).toBeUndefined();
  });
});

describe("the codec for .mdc files of other tools", () => {
  it("reads .md files too", () => {
    expect(mdc).toMatchObject({ id: "mdc", title: "MDC", extensions: [".mdc", ".md"], maxBytes: 256 * 1024 });
    expect(mdc).not.toHaveProperty("ignored");
  });

  const standards = [
    "---",
    "description: Coding standards for Go",
    "globs:",
    '  - "**/*.go"',
    '  - "go.mod"',
    "alwaysApply: false",
    "---",
    "",
    "- Wrap errors.",
    "",
  ].join("\n");

  it("accepts patterns in a YAML list, which its schema allows too", () => {
    const file = { text: standards, path: "coding-standards.mdc", file: ".goagent/rules/coding-standards.mdc" };
    const { draft, diagnostics } = mdc.parse(file);
    expect(diagnostics).toEqual([]);
    expect(draft).toMatchObject({ inclusion: "fileMatch", globs: ["**/*.go", "/go.mod"] });
    expect(mdc.print(createRule({ ...draft, id: "project:a", name: "a" }), standards).text).toBe(standards);
    expect(createHeaderSchema(mdcSpec).properties["globs"]).toMatchObject({ type: ["string", "array", "null"] });
    // Cursor itself does not read such a list reliably.
    expect(cursor.parse(file).diagnostics.map(({ code }) => code)).toEqual(["cursor/globs-list"]);
    expect(createHeaderSchema(cursorSpec).properties["globs"]).toMatchObject({ type: ["string", "null"] });
  });

  it.each(["globs: '**/*.go'", 'globs: ["*.go"]', "globs: *.go # all", "description: >-\n  All Go files"])(
    "accepts %j, which only Cursor reads in another way",
    (line) => {
      expect(
        mdc
          .parse({ text: `---\n${line}\n---\n`, path: "a.mdc", file: "a.mdc" })
          .diagnostics.filter(({ severity }) => severity !== "info"),
      ).toEqual([]);
    },
  );

  it("parses and prints like Cursor's codec", () => {
    const file = { text: standards, path: "a.mdc", file: "a.mdc" };
    expect(mdc.parse(file).draft).toEqual(parseCursorRule(file).draft);
    const rule = createRule({ id: "project:a", name: "a", inclusion: "fileMatch", globs: ["*.ts"] });
    expect(mdc.print(rule)).toEqual(printCursorRule(rule));
  });
});
