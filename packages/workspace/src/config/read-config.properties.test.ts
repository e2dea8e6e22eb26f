import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { readConfig } from "./read-config.ts";
import { configSchema } from "./schema.ts";

const keys = [
  "rules",
  "dirs",
  "default",
  "ignore",
  "store",
  "sqlite",
  "user",
  "budget",
  "rules",
  "overflow",
  "order",
  "references",
  "allow",
  "policies",
  "audit",
  "notify",
  "tables",
  "priority_mapping",
  "P0",
  "phase_matrix",
  "TEST",
];

/** Values that resemble configurations, valid or not, and others. */
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.oneof(fc.boolean(), fc.integer(), fc.constantFrom("drop", "source", "a/**", "", " "), fc.string(), fc.constant(null)),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), tie("tree"), { maxKeys: 5 }),
  ),
}));

describe("any configuration", () => {
  it("applies only its valid settings, and reports the others in its file", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), tree), (written) => {
        const text = stringify(written);
        const lines = text.split("\n").length;
        const { config, diagnostics } = readConfig(text, "config.yaml", configSchema);
        expect(configSchema.safeParse(config ?? {}).success).toBe(true);
        expect(config !== undefined || diagnostics.length > 0).toBe(true);
        for (const { file, line = 0, column = 0 } of diagnostics) {
          expect(file).toBe("config.yaml");
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
          expect(column).toBeGreaterThanOrEqual(1);
        }
      }),
      { numRuns: propertyRuns({ sample: 100, full: 500 }) },
    );
  });

  it("is applied unchanged, without diagnostics, if it is valid", () => {
    const text = fc.string({ minLength: 1 }).filter((value) => /\S/.test(value));
    const valid = fc.record(
      {
        rules: fc.record({ dirs: fc.array(text), default: fc.boolean() }, { requiredKeys: [] }),
        store: fc.record({ sqlite: fc.oneof(fc.boolean(), text) }),
        tool: text,
        budget: fc.record({ characters: fc.nat(), overflow: fc.constantFrom("drop", "ellipsis") }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(valid, (config) => {
        expect(readConfig(stringify(config), "config.yaml", configSchema)).toEqual({ config, diagnostics: [] });
      }),
      { numRuns: propertyRuns({ sample: 100, full: 300 }) },
    );
  });

  it("never throws", () => {
    const token = fc.constantFrom(
      "rules",
      ":",
      " ",
      "\n",
      "- ",
      "[",
      "]",
      "{",
      "}",
      "&a",
      "*a",
      "!",
      "|",
      ">",
      '"',
      "<<",
      "---",
      "?",
      "\t",
      "x",
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 30 }), (tokens) => {
        expect(() => readConfig(tokens.join(""), "config.yaml", configSchema)).not.toThrow();
      }),
      { numRuns: propertyRuns({ sample: 200, full: 1000 }) },
    );
  });
});
