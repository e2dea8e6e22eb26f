import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { editWith, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { openhands } from "./codec.ts";

describe("a file of OpenHands", () => {
  it("always applies if it is plain Markdown", () => {
    expect(readWith(openhands, "# Repo\r\n", "repo.md")).toEqual({ inclusion: "always", content: "# Repo\r\n" });
  });

  it("applies by file with `paths`, before any triggers", () => {
    const text = "---\nname: ts\npaths: '*.ts, src/**'\ntriggers: [lint]\n---\n\nText.\n";
    expect(readWith(openhands, text, "ts.md")).toMatchObject({
      name: "ts",
      inclusion: "fileMatch",
      globs: ["*.ts", "src/**"],
      metadata: { triggers: ["lint"] },
    });
  });

  it("is relevant with `triggers`, which it keeps when it changes", () => {
    const text = "---\ntriggers:\n  - deploy\n---\n\nText.\n";
    expect(readWith(openhands, text, "t.md").inclusion).toBe("relevant");
    expect(editWith(openhands, text, { content: "New.\n" })).toBe(text.replace("Text", "New"));
  });

  it("is requested by the agent or the user if it is a SKILL.md", () => {
    expect(readWith(openhands, "---\ndescription: D\n---\n", "deploy/SKILL.md").inclusion).toBe("agentRequested");
    const manual = "---\ndisable-model-invocation: true\n---\n";
    expect(readWith(openhands, manual, "deploy/SKILL.md").inclusion).toBe("manual");
    expect(openhands.parse({ text: "Text", path: "deploy/SKILL.md", file: "" }).draft?.name).toBe("deploy");
    expect(["a.md", "a/SKILL.md", "a/b.md"].map((path) => openhands.accepts?.(path))).toEqual([true, true, false]);
  });

  it("is written with a list of patterns", () => {
    const fields = { inclusion: "fileMatch", globs: ["*.ts", "/README.md"], content: "Text.\n" } as const;
    expect(writeWith(openhands, fields)).toBe('---\npaths: ["**/*.ts", "/README.md"]\n---\n\nText.\n');
  });

  it("reports front matter that is not YAML", () => {
    expect(reportWith(openhands, "---\npaths: **/*.ts\n---\n").some((one) => one.startsWith("openhands/unreadable"))).toBe(true);
  });

  it("cannot be chosen by the agent unless it is a skill", () => {
    const { notes } = openhands.print(createRule({ id: "project:t", name: "t", inclusion: "agentRequested", description: "D" }));
    expect(notes[0]?.message).toBe("OpenHands offers only skills to the agent, not rules.");
  });
});
