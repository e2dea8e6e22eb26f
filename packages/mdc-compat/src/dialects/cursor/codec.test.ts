import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { cursor, mdc } from "./codec.ts";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

describe("the codec of Cursor", () => {
  it("reads .mdc files and folders with a RULE.md, up to 256 KiB", () => {
    expect(cursor).toMatchObject({ id: "cursor", title: "Cursor", extensions: [".mdc", "RULE.md"], maxBytes: 256 * 1024 });
  });

  it.each(["style.md", "api/STYLE.MD", "style.markdown", "RULE.md"])("says why %s is ignored", (path) => {
    expect(cursor.ignored?.(path)).toBe("Cursor ignores it here; rename it to .mdc");
  });

  it.each(["style.txt", "script.ts", ".DS_Store", "md"])("has nothing to say about %s", (path) => {
    expect(cursor.ignored?.(path)).toBeUndefined();
  });
});

describe("the codec of other tools with .mdc files", () => {
  it("reads .md as well", () => {
    expect(mdc).toMatchObject({ id: "mdc", title: "MDC", extensions: [".mdc", ".md"], maxBytes: 256 * 1024 });
    expect(mdc).not.toHaveProperty("ignored");
  });

  it("parses and prints as Cursor does", () => {
    expect(mdc).toHaveProperty("parse", parseCursorRule);
    const rule = createRule({ id: "project:a", name: "a", inclusion: "fileMatch", globs: ["*.ts"] });
    expect(mdc.print(rule)).toEqual(printCursorRule(rule));
  });
});
