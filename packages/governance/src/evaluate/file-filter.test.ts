import * as fc from "fast-check";
import { expect, it } from "vitest";
import { buildPolicy } from "../../test/policies.ts";
import { filterForFile } from "./file-filter.ts";

const globs = [
  "*.ts",
  "*.{ts,tsx}",
  "!*.test.ts",
  "src/**",
  "!src/a.ts",
  "**/{test,fixtures}/**",
  "!**/*.md",
  ".env",
  "A.TS",
  "!A.ts",
];
const file = fc.constantFrom("a.ts", "src/a.ts", "src/b.test.ts", "test/a.tsx", "README.md", ".env", "a/fixtures/A.ts", "A.Ts");

it("returns the same result for the first file as for later files, for which the patterns are indexed", () => {
  const policies = fc.array(fc.record({ file_patterns: fc.subarray(globs, { minLength: 1 }), ignore_case: fc.boolean() }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(policies, file, file, (matches, one, other) => {
      const list = matches.map((match, at) => buildPolicy({ id: `P${at}`, match: { pattern: "x", ...match } }));
      const answers = (given: typeof list, about: string) => {
        const filter = filterForFile(given, about);
        return given.map(({ match }) => filter.has(match));
      };
      const first = answers(list, one);
      expect(answers(list, one)).toEqual(first);
      const second = answers(list, other);
      expect(answers(list, one)).toEqual(first);
      expect(answers([...list], other)).toEqual(second);
    }),
  );
});
