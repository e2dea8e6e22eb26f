import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { findTextLink } from "./links.ts";

describe("a rule file with only the path of another file", () => {
  const path = ".windsurf/rules/link.md";
  const rule = createRule({ id: "project:link", name: "link", origin: { store: "fs", path } });

  it.each([
    ["../../AGENTS.md", "AGENTS.md"],
    ["other.md\n", ".windsurf/rules/other.md"],
    ["..\\shared.md", ".windsurf/shared.md"],
    [`${"a".repeat(1021)}.md`, `.windsurf/rules/${"a".repeat(1021)}.md`],
  ])("leads to a file of the project: %s", (text, target) =>
    expect(findTextLink(path, text, rule)).toEqual({ target, isImport: false }),
  );

  it.each([
    ["an absolute path", "/etc/hosts"],
    ["indented text", " other.md"],
    ["a path outside the project", "../../../other.md"],
    ["its own path", "link.md"],
    ["several lines", "one\ntwo"],
    ["nothing", ""],
    ["more than 1,024 characters", `${"a".repeat(1022)}.md`],
  ])("is no link if it has %s", (_, text) => expect(findTextLink(path, text, rule)).toBeUndefined());
});
