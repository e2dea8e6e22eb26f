import { inclusions } from "@precept/core";
import { dialects, skillHosts } from "@precept/mdc-compat";
import { describe, expect, it } from "vitest";
import { listFormats } from "./describe-formats.ts";
import { dialectReference } from "./dialects.ts";
import { toolPages } from "./tool-pages.ts";

describe("the reference of dialects", () => {
  it("has a cell for every inclusion of every format", () => {
    const rows =
      dialectReference()
        .split("\n## ")[1]
        ?.split("\n")
        .filter((line) => line.startsWith("| [")) ?? [];
    expect(rows).toHaveLength(dialects.flatMap(listFormats).length);
    for (const row of rows) expect(row.split(" | ")).toHaveLength(2 + inclusions.length);
  });

  it.each(dialects)(
    "says of $title what it reads and writes, from where, up to which size, and the source of each fact",
    (dialect) => {
      const text = toolPages()[`docs/reference/tools/${dialect.id}.md`]?.() ?? "";
      expect(text).toMatch(/^Names: .* An export writes (?:all rules to one file, |one file per rule to )`/m);
      const reads = text.split("| in the project | format | condition | source |")[1]?.split("\n\n")[0] ?? "";
      const rows = reads.split("\n").slice(2);
      expect(rows).not.toEqual([]);
      for (const row of rows) expect(row).toMatch(/ \| (?:https:\/\/\S+|rule-files\.md) \|$/);
      for (const name of ["read from", "largest file", "source"])
        expect(text.split(`\n| ${name} | `).length - 1).toBe(listFormats(dialect).length);
      expect(text.includes("\n## Skills\n")).toBe(skillHosts.some((host) => host.id === dialect.id));
    },
  );

  it("has a row for every tool that reads skills", () => {
    const [, section = ""] = dialectReference().split("\n## Skills\n");
    for (const { title } of skillHosts) expect(section.split("\n## ")[0]).toContain(`\n| ${title} | `);
  });
});
