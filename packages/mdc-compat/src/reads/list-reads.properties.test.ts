import * as fc from "fast-check";
import { expect, it } from "vitest";
import { dialectIds } from "../tools.ts";
import { ruleLocations } from "../lookup/locations.ts";
import { listReads, sortReads } from "./list-reads.ts";

const names = [
  ...new Set(
    ruleLocations.flatMap(({ dir, files = ["a.md", "b.mdc", "s/SKILL.md", "x/y.instructions.md", ""] }) =>
      files.map((file) => [dir, file].filter((part) => part !== "").join("/")),
    ),
  ),
].filter((name) => name !== "");

/** Paths of rule files in the root and in subdirectories, and strange paths. */
const path = fc.oneof(
  fc
    .tuple(fc.constantFrom("", "src/", "src/api/", ".hidden/", "a/.cursor/"), fc.constantFrom(...names))
    .map((parts) => parts.join("")),
  fc.string(),
  fc.constantFrom("__proto__", "constructor/AGENTS.md", "/AGENTS.md", "AGENTS.md/", "//", ".claude/rules", "ä/CLAUDE.md"),
);

it("lists each file once, only given files, and the same whatever the order of the paths is", () => {
  fc.assert(
    fc.property(fc.constantFrom(...dialectIds), fc.uniqueArray(path, { maxLength: 30 }), (tool, paths) => {
      const listed = listReads(tool, paths);
      expect(new Set(listed.map((one) => one.path)).size).toBe(listed.length);
      expect(listed.every((one) => paths.includes(one.path))).toBe(true);
      expect(listReads(tool, paths.toReversed())).toEqual(listed);
      expect(listed.every(({ status, reason }) => status === "read" || reason !== undefined)).toBe(true);
    }),
  );
});

it("gives each file that is read a place below its directory", () => {
  fc.assert(
    fc.property(fc.constantFrom(...dialectIds), fc.uniqueArray(path, { maxLength: 30 }), (tool, paths) => {
      for (const { path: read, dir, relativePath, base } of sortReads(tool, paths).read) {
        expect(dir === "" ? relativePath : `${dir}/${relativePath}`).toBe(read);
        expect(base === "" || read.startsWith(`${base}/`)).toBe(true);
      }
    }),
  );
});
