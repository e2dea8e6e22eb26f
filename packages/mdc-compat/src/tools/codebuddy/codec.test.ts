import { describe, expect, it } from "vitest";
import type { codebuddyDiagnostics } from "./diagnostics.ts";
import { codecOf, editWith, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { codebuddy } from "./codec.ts";
import { ruleFiles } from "./rule-files.ts";

const codebuddyMemory = codecOf(ruleFiles, "codebuddy-memory");

const written =
  "---\ndescription: Style\nalwaysApply: true\nenabled: true\nupdatedAt: 2026-03-06T01:45:46.504Z\nprovider:\n---\n\nText.\n";

describe("a rule of CodeBuddy", () => {
  it.each([
    ["alwaysApply: true", "always"],
    ["description: D\nalwaysApply: false", "agentRequested"],
    ["alwaysApply: false", "manual"],
    ["alwaysApply: false\npaths: src/**, test/**", "fileMatch"],
    ["paths: [src/**]", "fileMatch"],
    ["description: D", "always"],
  ])("with %j has the inclusion %s", (header, inclusion) => {
    expect(readWith(codebuddy, `---\n${header}\n---\n`).inclusion).toBe(inclusion);
  });

  it("is read as the IDE writes it, and keeps the keys of the IDE", () => {
    expect(readWith(codebuddy, written)).toMatchObject({ inclusion: "always", description: "Style", content: "Text.\n" });
    expect(reportWith(codebuddy, written)).toEqual([]);
    expect(editWith(codebuddy, written, { content: "New.\n" })).toBe(written.replace("Text.", "New."));
    expect(editWith(codebuddy, written, { enabled: false })).toBe(written.replace("enabled: true", "enabled: false"));
  });

  it("is named after its folder if it is a RULE.mdc", () => {
    const read = (path: string) => codebuddy.parse({ text: "Text", path, file: path }).draft?.name;
    expect(["style.md", "style.mdc", "style/RULE.mdc"].map(read)).toEqual(["style", "style", "style"]);
    expect(["a/RULE.mdc", "a/b.md", "a/b/RULE.mdc"].map((path) => codebuddy.accepts?.(path))).toEqual([true, false, false]);
    expect(codebuddy.ignored?.("a/b.md")).toContain("RULE.mdc");
  });

  it("is written so that its type is explicit", () => {
    expect(writeWith(codebuddy, { inclusion: "agentRequested", description: "D", content: "Text.\n" })).toBe(
      "---\ndescription: D\nalwaysApply: false\n---\n\nText.\n",
    );
    expect(writeWith(codebuddy, { inclusion: "fileMatch", globs: ["*.ts"] })).toContain(
      'alwaysApply: false\npaths: ["**/*.ts"]\n',
    );
  });
});

it("CODEBUDDY.md is plain text in which `@path` is an import, but not in code", () => {
  expect(codebuddyMemory.imports).toBe(true);
  expect(writeWith(codebuddyMemory, { content: "@docs/a.md\n\n```\n@b.md\n```\n" })).toBe("`@docs/a.md`\n\n```\n@b.md\n```\n");
});

/** For each code, a file that has the diagnostic. */
const examples = {
  "codebuddy/unseen-front-matter": "---\nalwaysApply: false\n...\n",
  "codebuddy/unreadable": "---\npaths: **/*.ts\n---\n",
  "codebuddy/always-apply": "---\nalwaysApply: yes\n---\n",
} satisfies Record<keyof typeof codebuddyDiagnostics, string>;

it.each(Object.entries(examples))("reports %s", (code, text) => {
  expect(reportWith(codebuddy, text).some((one) => one.startsWith(`${code} `))).toBe(true);
});
