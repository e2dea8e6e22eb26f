import { createRequire } from "node:module";
import Draft04 from "ajv-draft-04";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding } from "./finding.ts";
import { toSarif } from "./sarif.ts";

// The schema of SARIF 2.1.0 comes with a package of Microsoft's SDK.
const require = createRequire(import.meta.url);
const schema = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json") as object;
const validate = new Draft04.default({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

function problemsOf(log: unknown): unknown {
  validate(JSON.parse(JSON.stringify(log)));
  return validate.errors ?? [];
}

const tool = { name: "precept", version: "1.2.3", informationUri: "https://example.com/precept" };

const finding: Finding = {
  code: "SEC-1",
  level: "error",
  message: "A secret.",
  hint: "Remove it.",
  file: "src/a b#1.ts",
  line: 3,
  column: 5,
  endLine: 3,
  endColumn: 9,
  fingerprint: "abc",
};

describe("SARIF", () => {
  it("has the places, the remedy and the fingerprint of a finding", () => {
    const log = toSarif([finding], tool);
    expect(problemsOf(log)).toEqual([]);
    expect(log).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          columnKind: "utf16CodeUnits",
          tool: { driver: { ...tool, rules: [{ id: "SEC-1", defaultConfiguration: { level: "error" } }] } },
          results: [
            {
              ruleId: "SEC-1",
              ruleIndex: 0,
              level: "error",
              message: { text: "A secret. Remove it." },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "src/a%20b%231.ts", uriBaseId: "%SRCROOT%" },
                    region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 },
                  },
                },
              ],
              partialFingerprints: { "preceptFingerprint/v1": "abc" },
            },
          ],
        },
      ],
    });
    expect(log.runs[0]?.results[0]).not.toHaveProperty("suppressions");
  });

  it("declares every rule, those that found nothing among them, so that alerts are closed", () => {
    const rules = [
      { code: "A", title: "No a.", level: "note" as const, help: "Use b.", helpUri: "https://example.com/a", tags: ["x", "x"] },
      { code: "SEC-1", title: "No secrets.", level: "error" as const, securitySeverity: "9.5" },
    ];
    const log = toSarif([finding], tool, rules);
    expect(problemsOf(log)).toEqual([]);
    expect(log.runs[0]?.tool.driver.rules).toEqual([
      {
        id: "A",
        shortDescription: { text: "No a." },
        defaultConfiguration: { level: "note" },
        help: { text: "Use b." },
        helpUri: "https://example.com/a",
        properties: { tags: ["x"] },
      },
      {
        id: "SEC-1",
        shortDescription: { text: "No secrets." },
        defaultConfiguration: { level: "error" },
        properties: { "security-severity": "9.5" },
      },
    ]);
    expect(log.runs[0]?.results[0]?.ruleIndex).toBe(1);
  });

  it("tells of every result whether it was accepted, as soon as one was", () => {
    const accepted = { ...finding, suppression: { kind: "inSource" as const, justification: "A test key." } };
    const external = { ...finding, suppression: { kind: "external" as const } };
    const log = toSarif([finding, accepted, external], tool);
    expect(problemsOf(log)).toEqual([]);
    expect(log.runs[0]?.results.map(({ suppressions }) => suppressions)).toEqual([
      [],
      [{ kind: "inSource", justification: "A test key.", status: "accepted" }],
      [{ kind: "external", status: "accepted" }],
    ]);
  });

  it("only informs of what asks for nothing", () => {
    const log = toSarif([{ ...finding, level: "none" }], tool);
    expect(problemsOf(log)).toEqual([]);
    expect(log.runs[0]?.results[0]).toMatchObject({ kind: "informational", level: "none" });
  });

  it("is valid whatever was found", () => {
    const text = fc.string({ unit: "binary", maxLength: 20 });
    const place = fc.integer({ min: 1, max: 1e6 });
    const anyFinding = fc.record(
      {
        code: fc.string({ minLength: 1 }),
        level: fc.constantFrom("error" as const, "warning" as const, "note" as const, "none" as const),
        message: text,
        hint: text,
        file: text,
        line: place,
        column: place,
        endLine: place,
        endColumn: place,
        fingerprint: text,
        suppression: fc.record(
          { kind: fc.constantFrom("inSource" as const, "external" as const), justification: text },
          { requiredKeys: ["kind"] },
        ),
      },
      { requiredKeys: ["code", "level", "message"] },
    );
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 5 }), (findings) => {
        expect(problemsOf(toSarif(findings, tool))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("is caught by the schema where it is wrong", () => {
    expect(problemsOf({ version: "2.1.0", runs: [{ tool: {}, results: [] }] })).not.toEqual([]);
  });
});
