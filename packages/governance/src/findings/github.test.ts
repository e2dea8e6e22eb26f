import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findingOfDiagnostic, type Finding } from "./finding.ts";
import { toGithubAnnotations } from "./github.ts";

const finding: Finding = { code: "A-1", level: "error", message: "Broken." };

describe("annotations for GitHub", () => {
  it("name the place, and the last column as GitHub counts it", () => {
    const placed = { ...finding, hint: "Mend it.", file: "src/a.ts", line: 2, column: 3, endLine: 2, endColumn: 8 };
    expect(toGithubAnnotations([placed])).toBe(
      "::error file=src/a.ts,line=2,endLine=2,col=3,endColumn=7,title=A-1::Broken.%0AMend it.\n",
    );
  });

  it("name no columns where the finding spans lines, since those are of different lines", () => {
    const placed = { ...finding, file: "a.ts", line: 2, column: 3, endLine: 4, endColumn: 8 };
    expect(toGithubAnnotations([placed])).toBe("::error file=a.ts,line=2,endLine=4,title=A-1::Broken.\n");
  });

  it("have a level for every finding, and none for what was accepted", () => {
    const levels = ["error", "warning", "note", "none"] as const;
    expect(toGithubAnnotations(levels.map((level) => ({ ...finding, level })))).toBe(
      "::error title=A-1::Broken.\n::warning title=A-1::Broken.\n::notice title=A-1::Broken.\n::notice title=A-1::Broken.\n",
    );
    expect(toGithubAnnotations([{ ...finding, suppression: { kind: "external" } }])).toBe("");
  });

  it("cannot be forged by what they are made of: each is one line with its own properties", () => {
    const text = fc.string({ unit: fc.constantFrom(..."a:,%\r\n=", "::error ::"), maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (message, file, code) => {
        const written = toGithubAnnotations([{ code, level: "warning", message, file, line: 1 }]);
        const [, properties = "", data = ""] = /^::warning ([^\r\n]*?)::([^\r\n]*)\n$/.exec(written) ?? [];
        const unescape = (escaped: string): string =>
          escaped.replace(/%(0D|0A|3A|2C|25)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
        expect(unescape(data)).toBe(message);
        expect(properties.split(",").map(unescape)).toEqual([`file=${file}`, "line=1", `title=${code}`]);
      }),
      { numRuns: 300 },
    );
  });

  it("are made of diagnostics too", () => {
    const diagnostic = { code: "glob/empty", severity: "info", message: "Nothing.", file: "a.md", line: 1, column: 2 } as const;
    expect(toGithubAnnotations([findingOfDiagnostic(diagnostic)])).toBe(
      "::notice file=a.md,line=1,col=2,title=glob/empty::Nothing.\n",
    );
  });
});
