import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../core/test/arbitraries.ts";
import { diagnosticToFinding, type Finding, type FindingRule } from "@precept/core";
import { toGitHubAnnotations } from "./github.ts";
import { toSarif } from "./sarif.ts";

const schemaPath = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
// The schema is of an older draft, with the same meaning in newer ones.
const { $schema: _draft, id: _id, ...schema } = JSON.parse(readFileSync(schemaPath, "utf8")) as Record<string, unknown>;
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

const position = fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined });
const anyFinding: fc.Arbitrary<Finding> = fc.record({
  code: fc.stringMatching(/^[a-z]{1,5}\/[a-z]{1,5}$/),
  level: fc.constantFrom("error", "warning", "info", "none"),
  message: anyText,
  hint: fc.option(anyText, { nil: undefined }),
  file: fc.option(anyText, { nil: undefined }),
  line: position,
  column: position,
  endLine: position,
  endColumn: position,
  fingerprint: fc.option(fc.stringMatching(/^[0-9a-f]{8}$/), { nil: undefined }),
  suppression: fc.option(
    fc.record({ kind: fc.constantFrom("inSource", "external"), justification: fc.option(anyText, { nil: undefined }) }),
    { nil: undefined },
  ),
  fix: fc.option(
    fc.record({
      title: anyText,
      edits: fc.array(
        fc.nat(50).map((start) => ({ start, end: start + 1, text: "x" })),
        { maxLength: 2 },
      ),
      safe: fc.boolean(),
    }),
    { nil: undefined },
  ),
});

const rules: readonly FindingRule[] = [
  { code: "a/b", level: "warning", title: "Something is wrong", hint: "Put it right.", page: "https://example.com/a" },
  { code: "a/c", level: "info", title: "Never found", tags: ["x", "x"], securitySeverity: "9.5" },
];

const finding: Finding = {
  code: "a/b",
  level: "warning",
  message: "It is wrong.",
  hint: "Put it right.",
  file: "docs/räume & more.md",
  line: 3,
  column: 2,
  endLine: 3,
  endColumn: 7,
  fingerprint: "abc",
  suppression: { kind: "external", justification: "later" },
  fix: { title: "Remove it", edits: [{ start: 10, end: 15, text: "" }], safe: true },
};

describe("SARIF", () => {
  it("declares all rules, and has locations, fingerprints, suppressions and fixes", () => {
    const log = toSarif([finding], rules, { name: "precept", version: "1.2.3", page: "https://example.com" });
    expect(isSarif(log)).toBe(true);
    expect(log).toMatchObject({
      runs: [
        {
          tool: {
            driver: {
              name: "precept",
              version: "1.2.3",
              semanticVersion: "1.2.3",
              informationUri: "https://example.com",
              rules: [
                { id: "a/b" },
                {
                  id: "a/c",
                  defaultConfiguration: { level: "note" },
                  properties: { tags: ["x"], "security-severity": "9.5" },
                },
              ],
            },
          },
          columnKind: "utf16CodeUnits",
          results: [
            {
              ruleId: "a/b",
              ruleIndex: 0,
              level: "warning",
              message: { text: "It is wrong.\nPut it right." },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "docs/r%C3%A4ume%20%26%20more.md", uriBaseId: "%SRCROOT%" },
                    region: { startLine: 3, startColumn: 2, endLine: 3, endColumn: 7 },
                  },
                },
              ],
              partialFingerprints: { "precept/v1": "abc" },
              suppressions: [{ kind: "external", status: "accepted", justification: "later" }],
              fixes: [{ artifactChanges: [{ replacements: [{ deletedRegion: { charOffset: 10, charLength: 5 } }] }] }],
            },
          ],
        },
      ],
    });
  });

  it("has absolute URIs for files outside the project", () => {
    const uriOf = (file: string) => JSON.stringify(toSarif([{ ...finding, file }], [], { name: "p" }));
    expect(uriOf("/home/a b/x.md")).toContain('"uri":"file:///home/a%20b/x.md"');
    expect(uriOf("C:/x y.md")).toContain('"uri":"file:///C:/x%20y.md"');
  });

  it("has suppressions for all results if one was accepted", () => {
    const open: Finding = { ...finding, suppression: undefined };
    const accepted: Finding = { ...finding, suppression: { kind: "inSource" } };
    expect(toSarif([open, accepted], rules, { name: "p" })).toMatchObject({
      runs: [{ results: [{ suppressions: [] }, { suppressions: [{ kind: "inSource", status: "accepted" }] }] }],
    });
    expect(JSON.stringify(toSarif([open], rules, { name: "p" }))).not.toContain("suppressions");
  });

  it("marks findings of level none as informational", () => {
    const log = toSarif([{ ...finding, level: "none" }], rules, { name: "p" });
    expect(isSarif(log)).toBe(true);
    expect(log).toMatchObject({ runs: [{ results: [{ kind: "informational", level: "none" }] }] });
  });

  it("does not match the schema if it is wrong", () => {
    expect(isSarif({ version: "2.1.0", runs: [{ tool: {}, results: [] }] })).toBe(false);
  });

  it("is valid for all findings", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyFinding, { maxLength: 4, comparator: (left, right) => left.code === right.code }),
        (findings) => {
          const log = toSarif(findings, rules, { name: "precept" });
          isSarif(log);
          expect(isSarif.errors ?? []).toEqual([]);
        },
      ),
    );
  });
});

describe("toGitHubAnnotations", () => {
  const plain: Finding = { code: "a/b", level: "error", message: "No." };

  it("sorts by severity, and omits accepted findings", () => {
    const levels = ["none", "info", "warning", "error"] as const;
    const lines = toGitHubAnnotations([...levels.map((level) => ({ ...plain, level })), finding]);
    expect(lines).toEqual([
      "::error title=a/b::No.",
      "::warning title=a/b::No.",
      "::notice title=a/b::No.",
      "::notice title=a/b::No.",
    ]);
  });

  it("escapes characters that end a property or the line", () => {
    const tricky = {
      ...plain,
      message: "50%\r\nof a::b, c",
      hint: "So.",
      file: "a,b:c%.md",
      line: 2,
      column: 3,
      endLine: 2,
      endColumn: 9,
    };
    expect(toGitHubAnnotations([tricky])).toEqual([
      "::error file=a%2Cb%3Ac%25.md,line=2,endLine=2,col=3,endColumn=8,title=a/b::50%25%0D%0Aof a::b, c%0ASo.",
    ]);
  });

  it("has columns only for findings of one line", () => {
    expect(toGitHubAnnotations([{ ...plain, line: 1, column: 2, endLine: 3, endColumn: 4 }])).toEqual([
      "::error line=1,endLine=3,title=a/b::No.",
    ]);
  });

  it("writes one line with its own properties for any text", () => {
    const text = fc.string({ unit: fc.constantFrom(..."a:,%\r\n=", "::error ::"), maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (message, file, code) => {
        const [written = ""] = toGitHubAnnotations([{ code, level: "warning", message, file, line: 1 }]);
        const [, properties = "", data = ""] = /^::warning ([^\r\n]*?)::([^\r\n]*)$/.exec(written) ?? [];
        const unescape = (escaped: string): string =>
          escaped.replace(/%(0D|0A|3A|2C|25)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
        expect(unescape(data)).toBe(message);
        expect(properties.split(",").map(unescape)).toEqual([`file=${file}`, "line=1", `title=${code}`]);
      }),
    );
  });

  it("accepts converted diagnostics", () => {
    const diagnostic = { code: "glob/empty", severity: "info", message: "Nothing.", file: "a.md", line: 1, column: 2 } as const;
    expect(toGitHubAnnotations([diagnosticToFinding(diagnostic)])).toEqual([
      "::notice file=a.md,line=1,col=2,title=glob/empty::Nothing.",
    ]);
  });
});
