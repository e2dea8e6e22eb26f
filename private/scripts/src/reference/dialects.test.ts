import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inclusions } from "@precept/core";
import { dialects } from "@precept/mdc-compat";
import { describe, expect, it } from "vitest";
import { dialectReference } from "./dialects.ts";
import { dialectSchemas } from "./dialect-schemas.ts";

const root = join(import.meta.dirname, "../../../..");

describe("the reference of dialects", () => {
  it("is what the codecs' own data says", async () => {
    expect(await readFile(join(root, "docs/reference/dialects.md"), "utf8")).toBe(dialectReference());
  });

  it("has a cell for every inclusion of every file of every tool", () => {
    const rows =
      dialectReference()
        .split("\n## ")[1]
        ?.split("\n")
        .filter((line) => line.startsWith("| [")) ?? [];
    expect(rows).toHaveLength(dialects.flatMap(({ formats }) => formats).length);
    for (const row of rows) expect(row.split(" | ")).toHaveLength(2 + inclusions.length);
  });

  it("goes with a schema for every front matter, as it is published", async () => {
    for (const [path, make] of Object.entries(dialectSchemas())) {
      expect(await readFile(join(root, path), "utf8")).toBe(make());
    }
  });
});
