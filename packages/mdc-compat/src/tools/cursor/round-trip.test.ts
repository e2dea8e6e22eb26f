import { createRule, splitFrontMatter, type Rule } from "@precept/core";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

function read(text: string): Rule {
  const { draft } = parseCursorRule({ text, path: "t.mdc", file: "t.mdc" });
  if (draft === undefined) throw new Error("Any text is a valid rule in Cursor.");
  const { label: _, ...fields } = draft;
  return createRule({ ...fields, id: "project:t" });
}

const hostile: readonly string[] = [
  "",
  "\uFEFF",
  "---",
  "---\n",
  "---\n---",
  "---\r\n---\r\n",
  "---\r---\r\r",
  "\n\n---\nglobs: *.ts\n---\n",
  "--- \t\nglobs: *.ts\n---\t\n\n\nBody",
  "---\nglobs: *.ts\n---# Title",
  "---\nglobs: *.ts\n...\nBody\n...\n",
  "---\nglobs: *.ts\n\n# never closed\n",
  "---\nglobs: [\n---\nBody",
  "---\nglobs: [a, b\n  c]\n---\nBody",
  '---\nglobs: "a", \'b\n---\nBody',
  "---\nglobs:\n\t- *.ts\n - b\n- c\nglobs: d\nGlobs: e\n---\n",
  "---\n: no key\n? odd\n&a *a\n<<: *a\n---\nBody",
  '---\ndescription: >-\n  a: b\n\n  # c\nalwaysApply: "True" # d\n---\n\n\n',
  "---\r\ndescription: a\nglobs: b\ralwaysApply: true\r\n---\n\rBody\r",
  "---\na: &x [1]\nc: *x\nb: !!js/function 'x'\n__proto__: 1\nconstructor: 2\n---\n",
  "---\\nglobs: x\\n---\\n",
  "---\n\u0000\u2028\u2029\u0085: \uD800\n---\n\uDFFF",
  "---\nalwaysApply: true\n---\n---\nalwaysApply: false\n---\n",
  `---\ndescription: ${"x".repeat(70_000)}\n---\n`,
  `---\nnote: ${"[".repeat(5000)}\n---\n`,
];

/** Texts composed of tokens that a parser has to distinguish. */
const signs = "---·----·...·\n·\n·\n·\r\n·\r· ·\t·\uFEFF·# ·- ·: ·:·,·\"·'·[·]·{·}·|·>-·*·!·&a·\\n";
const words = "description·globs·alwaysApply·note·true·false·null·a/b.ts·**/*.ts·word";
const token = fc.constantFrom(...`${signs}·${words}`.split("·"));
const tokenTexts = fc.array(token, { maxLength: 30 }).map((parts) => parts.join(""));
const headers = tokenTexts.map((text) => `---\n${text}\n---\n\nBody\n`);
const texts = fc.oneof(fc.string({ unit: anyCodePoint }), tokenTexts, headers);

describe("with the original file", () => {
  it.each(hostile.map((text) => [text]))("an unchanged rule preserves %j", (text) => {
    expect(printCursorRule(read(text), text).text).toBe(text);
  });

  it("an unchanged rule preserves any text byte for byte", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(printCursorRule(read(text), text).text).toBe(text);
      }),
    );
  });

  it("a changed inclusion is parsed back, and the content stays the same", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const rule = read(text);
        const changed: Rule =
          rule.inclusion === "always"
            ? { ...rule, inclusion: "fileMatch", globs: ["src/x.ts"] }
            : { ...rule, inclusion: "always", globs: [] };
        const again = read(printCursorRule(changed, text).text);
        expect(again).toMatchObject({ inclusion: changed.inclusion, globs: changed.globs, content: rule.content });
      }),
    );
  });

  it("a changed description is parsed back", () => {
    fc.assert(
      fc.property(tokenTexts, fc.string(), (header, description) => {
        const text = `---\nalwaysApply: true\n${header}\n---\n\nBody\n`;
        const rule = read(text);
        const line = description.replace(/\s+/g, " ").trim();
        expect(read(printCursorRule({ ...rule, description: line }, text).text)).toEqual({ ...rule, description: line });
      }),
    );
  });

  it("a changed text is parsed back, and the front matter stays the same", () => {
    fc.assert(
      fc.property(texts, tokenTexts, (text, content) => {
        // A lone carriage return followed by a line feed is one line break.
        fc.pre(!/\r(?!\n)/.test(text) || !content.startsWith("\n"));
        const printed = printCursorRule({ ...read(text), content }, text).text;
        expect(read(printed)).toEqual({ ...read(text), content });
        expect(splitFrontMatter(printed).header.trimEnd()).toBe(splitFrontMatter(text).header.trimEnd());
      }),
    );
  });
});

const line = fc.string({ maxLength: 40 }).map((text) => text.replace(/[\r\n]/g, " ").trim());
const segment = fc.constantFrom("src", "a.ts", "*.ts", "*", "**", "[id]", "x?", "a-b", "ü");
const globs = fc.array(
  fc
    .array(segment, { minLength: 2, maxLength: 4 })
    .map((segments) => segments.join("/"))
    .map((glob) => glob.replace(/^\[/, "/[")),
  { minLength: 1, maxLength: 4 },
);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const json = fc.oneof(
  fc.string(),
  fc.boolean(),
  finite,
  fc.constant(null),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.integer()),
);
const metadata = fc.dictionary(
  fc
    .stringMatching(/^[A-Za-z_$][\w$.-]{0,8}$/)
    .filter((key) => !["description", "globs", "alwaysApply", "__proto__"].includes(key)),
  json,
  { maxKeys: 3, noNullPrototype: true },
);
const rest = { content: fc.oneof(fc.string({ unit: anyCodePoint }), tokenTexts), metadata };

/** Rules that a `.mdc` file can express completely. */
const expressible = fc.oneof(
  fc.record({ ...rest, inclusion: fc.constant("always" as const), description: line }),
  fc.record({ ...rest, inclusion: fc.constant("fileMatch" as const), description: line, globs }),
  fc.record({ ...rest, inclusion: fc.constant("agentRequested" as const), description: line.filter((text) => text !== "") }),
  fc.record({ ...rest, inclusion: fc.constant("manual" as const) }),
);

describe("without the original file", () => {
  it("a rule that Cursor can express is parsed back unchanged, without fidelity notes", () => {
    fc.assert(
      fc.property(expressible, (fields) => {
        const rule = createRule({ id: "project:t", name: "t", ...fields });
        const { text, notes } = printCursorRule(rule);
        expect(notes).toEqual([]);
        expect(read(text)).toEqual(rule);
      }),
    );
  });

  it("a parsed rule is printed to a file with the same meaning", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const rule = read(text);
        const { notes, text: printed } = printCursorRule(rule);
        const again = read(printed);
        expect(again.inclusion).toBe(notes.some((note) => note.kind === "meaning") ? again.inclusion : rule.inclusion);
        expect(again.content).toBe(rule.content);
        expect(again.description).toBe(notes.some((note) => note.field === "description") ? again.description : rule.description);
      }),
    );
  });

  it("printing is stable", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = printCursorRule(read(text)).text;
        expect(printCursorRule(read(once)).text).toBe(once);
      }),
    );
  });
});
