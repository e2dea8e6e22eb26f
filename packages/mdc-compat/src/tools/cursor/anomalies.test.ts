import { describe, expect, it } from "vitest";
import { completeDiagnostics } from "../../format/report.ts";
import { cursorDiagnostics } from "./diagnostics.ts";
import { parseCursorRule } from "./parse.ts";

/** The diagnostics of a file, each as `code line:column`. */
function read(text: string, path = "t.mdc"): string[] {
  const { diagnostics } = parseCursorRule({ text, path, file: `.cursor/rules/${path}` });
  return diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

function readHeader(...lines: string[]): string[] {
  return read(`---\n${lines.join("\n")}\n---\n\nBody\n`);
}

/** For each code, a file that has the diagnostic, and its line and column. */
const examples: Record<keyof typeof cursorDiagnostics, readonly [text: string, line: number, column: number, path?: string]> = {
  "cursor/not-yaml": ["---\nglobs: *.ts\n---\n", 2, 8],
  "cursor/quoted-globs": ["---\ndescription: D\nglobs:  'a/b.ts'\n---\n", 3, 9],
  "cursor/globs-list": ['---\nglobs: ["a/b.ts"]\n---\n', 2, 8],
  "cursor/trailing-comment": ["---\nglobs: a/b.ts # b\n---\n", 2, 8],
  "cursor/block-value": ["---\nalwaysApply: false\ndescription: >-\n  D\n---\n", 3, 14],
  "cursor/always-apply": ["---\nalwaysApply: yes\n---\n", 2, 14],
  "cursor/duplicate-key": ["---\nglobs: a/b.ts\nnote: 1\nglobs: c/d.ts\n---\n", 4, 8],
  "cursor/stray-line": ["---\nalwaysApply: true\nThis is lost\n---\n", 3, 1],
  "cursor/similar-key": ["---\nglob: a/b.ts\n---\n", 2, 7],
  "cursor/ignored-globs": ["---\nalwaysApply: true\nglobs: a/b.ts\n---\n", 3, 8],
  "cursor/no-front-matter": ["# Title\n", 1, 1],
  "cursor/folder-rule": ["---\nalwaysApply: true\n---\n", 1, 1, "carts/RULE.md"],
};

describe("every diagnostic", () => {
  it.each(Object.entries(examples))("reports only %s, with location", (code, [text, line, column, path]) => {
    expect(read(text, path)).toEqual([`${code} ${line}:${column}`]);
  });

  it("is in the table above", () => {
    expect(Object.keys(examples).toSorted()).toEqual(Object.keys(cursorDiagnostics).toSorted());
  });

  it.each(Object.entries(completeDiagnostics(cursorDiagnostics)))(
    "%s has the severity of the catalogue, a message, a hint and a file",
    (code, entry) => {
      const [text, , , path = "t.mdc"] = examples[code as keyof typeof cursorDiagnostics];
      const [diagnostic] = parseCursorRule({ text, path, file: `.cursor/rules/${path}` }).diagnostics;
      expect(diagnostic).toMatchObject({ code, severity: entry.severity, file: `.cursor/rules/${path}` });
      expect(diagnostic?.message).toMatch(/\.$/);
      expect(diagnostic?.hint).toMatch(/[.?]$/);
    },
  );
});

describe("patterns that are not valid YAML", () => {
  it.each([
    "*.ts",
    "**/*.ts,**/*.tsx",
    "{a,b}/*.ts",
    "!a/*.ts",
    "@types/*.d.ts",
    "&a/b",
    "`a`",
    "%a/b",
    "[a]/b/*.ts",
    "a: b/*.ts",
  ])("`%s` works in Cursor, but is reported", (globs) => {
    expect(readHeader(`globs: ${globs}`)).toEqual(["cursor/not-yaml 2:8"]);
  });

  it("several quoted patterns on one line are reported as quoted and as invalid YAML", () => {
    expect(readHeader('globs: "a/b.ts", "c/d.ts"')).toEqual(["cursor/not-yaml 2:8", "cursor/quoted-globs 2:8"]);
  });

  it.each(["src/*.ts", "src/**/*.{ts,tsx}, docs/*.md", "/*.ts", "", "null", "[]", '""'])("`%s` is not reported", (globs) => {
    expect(readHeader(`globs: ${globs}`)).toEqual([]);
  });
});

describe("descriptions that YAML reads differently", () => {
  it.each(["Go standards: fmt, vet", "@nestjs/common", "**Bold**", "[a] list, and more", '"About" carts', "`code` first"])(
    "`%s` is reported as invalid YAML",
    (description) => {
      expect(readHeader(`description: ${description}`)).toEqual(["cursor/not-yaml 2:14"]);
    },
  );

  it("a `#` after a space is reported, because it starts a comment in YAML", () => {
    expect(readHeader("description: Use # for headings")).toEqual(["cursor/trailing-comment 2:14"]);
  });

  it.each(["About carts", '"Quoted: fine"', "404", "null", "true", "C# and F#", "'it''s'", ""])(
    "`%s` is not reported",
    (description) => {
      expect(readHeader(`description: ${description}`)).toEqual([]);
    },
  );
});

describe("`alwaysApply` with a value that is neither true nor false", () => {
  it.each([
    ['"true"', "true"],
    ["'True'", "true"],
    ["yes", "false"],
    ["1", "false"],
    ['"false"', "false"],
  ])("`%s` is reported to be read as %s", (value, reading) => {
    const { diagnostics } = parseCursorRule({ text: `---\nalwaysApply: ${value}\n---\n`, path: "t.mdc", file: "t.mdc" });
    expect(diagnostics).toEqual([
      {
        code: "cursor/always-apply",
        severity: "warning",
        message: `\`alwaysApply: ${value}\` is neither \`true\` nor \`false\`; Precept reads it as ${reading}.`,
        hint: "Write `alwaysApply: true` or `alwaysApply: false`.",
        file: "t.mdc",
        line: 2,
        column: 14,
      },
    ]);
  });

  it.each(["true", "false", "True", "FALSE", "", "null", "~"])("`%s` is not reported", (value) => {
    expect(readHeader(`alwaysApply: ${value}`)).toEqual([]);
  });
});

describe("keys", () => {
  it.each([
    ["glob", "globs"],
    ["Globs", "globs"],
    ["always_apply", "alwaysApply"],
    ["always-apply", "alwaysApply"],
    ["alwaysapply", "alwaysApply"],
    ["Description", "description"],
    ["descriptions", "description"],
  ])("`%s` is reported with the suggestion `%s`", (key, suggestion) => {
    const { diagnostics } = parseCursorRule({ text: `---\n${key}: x\n---\n`, path: "t.mdc", file: "t.mdc" });
    expect(diagnostics).toEqual([
      {
        code: "cursor/similar-key",
        severity: "warning",
        message: `Cursor has no key "${key}".`,
        hint: `Did you mean \`${suggestion}\`?`,
        file: "t.mdc",
        line: 2,
        column: key.length + 3,
      },
    ]);
  });

  it("that Cursor does not know are not reported if they are not similar to known keys", () => {
    expect(readHeader("version: 1", "author: Ann", "applyTo: x")).toEqual([]);
  });

  it("that are defined three times are reported twice", () => {
    expect(readHeader("note: 1", "note: 2", "note: 3")).toEqual(["cursor/duplicate-key 3:7", "cursor/duplicate-key 4:7"]);
  });

  it("with comments on separate lines are not reported", () => {
    expect(readHeader("# about", "alwaysApply: true", "  # indented", "", "version: 1")).toEqual([]);
  });
});

describe("patterns that cannot be matched", () => {
  it("with too many alternatives are reported", () => {
    expect(readHeader("description: D", `globs: src/${"{a,b}".repeat(12)}`)).toEqual(["glob/too-complex 3:8"]);
  });

  it("that are too long are reported", () => {
    expect(readHeader(`globs: src/${"a".repeat(5000)}`)).toEqual(["glob/too-long 2:8"]);
  });
});

it("reports all problems of a file, each with its line", () => {
  expect(readHeader("globs: '*.ts' # c", "lost", "description: a: b", "alwaysApply: on", "glob: x", "globs: y")).toEqual([
    "cursor/duplicate-key 7:8",
    "cursor/stray-line 3:1",
    "cursor/not-yaml 4:14",
    "cursor/trailing-comment 2:8",
    "cursor/quoted-globs 2:8",
    "cursor/always-apply 5:14",
    "cursor/similar-key 6:7",
  ]);
});
