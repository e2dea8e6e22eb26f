import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { cursor, mdc } from "./codec.ts";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

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

  it("parses and prints like Cursor's codec", () => {
    expect(mdc).toHaveProperty("parse", parseCursorRule);
    const rule = createRule({ id: "project:a", name: "a", inclusion: "fileMatch", globs: ["*.ts"] });
    expect(mdc.print(rule)).toEqual(printCursorRule(rule));
  });
});
