import { describe, expect, it } from "vitest";
import { readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { codex } from "../../lookup/plain-codecs.ts";
import { agents } from "../../rule-files/agents-codec.ts";

describe("AGENTS.md", () => {
  it.each(["AGENTS.md", "AGENTS.override.md", "AGENT.md"])("%s is a rule named AGENTS", (path) => {
    for (const codec of [agents, codex])
      expect(codec.parse({ text: "Text\n", path, file: path }).draft).toMatchObject({
        name: "AGENTS",
        label: true,
        inclusion: "always",
      });
  });

  it("of other tools that is read the same way has the name of its file", () => {
    const read = (path: string): unknown => agents.parse({ text: "Text\n", path, file: path }).draft?.name;
    expect(["CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "AGENTS.local.md"].map(read)).toEqual([
      "CLAUDE",
      "CLAUDE.local",
      "GEMINI",
      "AGENTS",
    ]);
  });

  it("is read and written as plain text", () => {
    const text = "# Shop\r\n\r\nUse @x, and #[[file:a.md]].\r\n";
    expect(readWith(agents, text, "AGENTS.md")).toEqual({ inclusion: "always", content: text });
    expect(writeWith(agents, { content: text })).toBe(text);
  });

  it("reports a file that is longer than Codex reads", () => {
    // One character, three bytes in UTF-8.
    const fits = `${"\u20AC".repeat(10_922)}ab`;
    expect(reportWith(agents, fits, "AGENTS.md")).toEqual([]);
    expect(reportWith(agents, `${fits}c`, "AGENTS.md")).toEqual(["dialect/long 1:1"]);
    expect(agents.parse({ text: `${fits}c`, path: "AGENTS.md", file: "AGENTS.md" }).diagnostics).toMatchObject([
      { severity: "info" },
    ]);
  });
});
