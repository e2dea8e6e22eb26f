import { sha256 as hash } from "@precept/files";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LedgerSection } from "../../ledger/ledger.ts";
import { joinSections } from "../../print/sections.ts";
import { findSectionEdits, type SectionEdits } from "./section-edits.ts";

const texts: Readonly<Record<string, string>> = {
  a: "# A\n\nFirst line of a.\nSecond line of a.",
  b: "## b\n\nText of b.",
  c: "## c\n\nText of c.\n\n- item of c",
};
const names = Object.keys(texts);
const file = joinSections(names.map((name) => ({ name, text: texts[name] ?? "" })));
const sections: readonly LedgerSection[] = names.map((name) => ({
  rule: `project:${name}`,
  name,
  sha256: hash(texts[name] ?? ""),
  ...(name !== "a" && { heading: `## ${name}` }),
}));

function compare(text: string, getTexts = ({ name }: LedgerSection) => [texts[name] ?? ""]): SectionEdits {
  return findSectionEdits(text, sections, getTexts);
}

/** The edits in short: the texts of each rule, and the added texts. */
function summarize(text: string): object {
  const { edits, added } = compare(text);
  return {
    edits: Object.fromEntries(edits.map((edit) => [edit.section.name, edit.texts])),
    added: added.map((one) => [one.name, one.text]),
  };
}

const marker = (name: string): string => `<!-- precept: rule ${name} -->\n\n`;

describe("the edits of a file with several rules", () => {
  it.each<[string, (text: string) => string, object]>([
    ["nothing", (text) => text, { edits: {}, added: [] }],
    ["other line ends, and a byte order mark", (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`, { edits: {}, added: [] }],
    [
      "more and fewer blank lines between sections",
      (text) => text.replaceAll("\n\n<!--", "\n<!--").replaceAll("-->\n", "-->\n\n \n"),
      { edits: {}, added: [] },
    ],
    ["an edited section", (text) => text.replace("Text of b.", "Mine."), { edits: { b: ["Mine."] }, added: [] }],
    ["an edited heading", (text) => text.replace("## b", "## Mine"), { edits: { b: ["## Mine\n\nText of b."] }, added: [] }],
    ["a removed heading", (text) => text.replace("## b\n\n", ""), { edits: { b: ["Text of b."] }, added: [] }],
    ["an emptied section", (text) => text.replace("## b\n\nText of b.", ""), { edits: { b: [""] }, added: [] }],
    ["text before the first marker", (text) => `Mine.\n\n${text}`, { edits: {}, added: [[undefined, "Mine."]] }],
    ["text after the end", (text) => `${text}\nMine.\n`, { edits: {}, added: [[undefined, "Mine."]] }],
    ["a section of its own", (text) => `${marker("x")}Mine.\n${text}`, { edits: {}, added: [["x", "Mine."]] }],
    [
      "text at the end without the end marker",
      (text) => `${text.replace("<!-- precept: end -->\n", "")}Mine.\n`,
      { edits: { c: ["Text of c.\n\n- item of c\n\nMine."] }, added: [] },
    ],
    ["a removed section", (text) => text.replace(`${marker("b")}## b\n\nText of b.\n`, ""), { edits: { b: [] }, added: [] }],
    ["a removed marker", (text) => text.replace(marker("b"), ""), { edits: {}, added: [] }],
    [
      "a removed marker, and an edit before it",
      (text) => text.replace(marker("b"), "").replace("First", "1st"),
      { edits: { a: ["# A\n\n1st line of a.\nSecond line of a."] }, added: [] },
    ],
    [
      "a removed marker, and an edit after it",
      (text) => text.replace(marker("b"), "").replace("Text of b.", "Text of b.\nMine."),
      { edits: { b: ["Text of b.\nMine."] }, added: [] },
    ],
    ["no markers at all", (text) => text.replaceAll(/<!--.*-->\n/g, ""), { edits: {}, added: [] }],
    ["a renamed marker", (text) => text.replace(marker("b"), marker("x")), { edits: {}, added: [] }],
    ["a repeated section", (text) => `${marker("b")}## b\n\nText of b.\n\n${text}`, { edits: {}, added: [] }],
    [
      "a repeated section with an edit",
      (text) => `${marker("b")}## b\n\nMine.\n\n${text}`,
      { edits: { b: ["Mine."] }, added: [] },
    ],
    [
      "a repeated section with two edits",
      (text) => `${marker("b")}## b\n\nMine.\n\n${text.replace("Text of b.", "Yours.")}`,
      { edits: { b: ["Mine.", "Yours."] }, added: [] },
    ],
    [
      "another order",
      () => joinSections(["c", "a", "b"].map((name) => ({ name, text: texts[name] ?? "" }))),
      { edits: {}, added: [] },
    ],
  ])("%s", (_, edit, expected) => {
    expect(summarize(edit(file))).toEqual(expected);
  });

  it("name the text of the last export, and the lines of added texts", () => {
    const text = `${file.replace("Text of b.", "Mine.")}\n\nOutside.\n`;
    const { edits, added } = compare(text);
    const lines = text.split("\n");
    expect(edits).toMatchObject([{ section: { rule: "project:b" }, base: "Text of b.", isUnclear: false }]);
    expect(added).toEqual([{ text: "Outside.", line: lines.indexOf("Outside.") + 1 }]);
  });

  it("are unclear if the next marker is missing and its section was edited", () => {
    const { edits } = compare(file.replace(marker("b"), "").replace("Text of b.", "Mine."));
    expect(edits.map(({ section, isUnclear, texts: { length } }) => [section.name, isUnclear, length])).toEqual([
      ["a", true, 1],
      ["b", false, 0],
    ]);
  });

  const mess = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant("insert" as const),
        at: fc.nat(),
        text: fc.constantFrom(
          "Mine 1.",
          "Mine 2.",
          "",
          marker("a"),
          marker("b"),
          marker("x"),
          "<!-- precept: end -->",
          "<!-- precept:: end -->",
          "## b",
          "<<<<<<< HEAD",
        ),
      }),
      fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }),
      fc.record({ kind: fc.constant("copy" as const), at: fc.nat(), to: fc.nat() }),
    ),
    { maxLength: 12 },
  );

  it("contain every line of the file that the last export did not have, whatever was done to the file", () => {
    fc.assert(
      fc.property(mess, fc.boolean(), fc.constantFrom("\n", "\r\n"), (changes, isBaseKnown, eol) => {
        const lines = file.split("\n");
        for (const change of changes) {
          const at = change.at % lines.length;
          if (change.kind === "insert") lines.splice(at, 0, change.text.trimEnd());
          else if (change.kind === "remove") lines.splice(at, 1);
          else lines.splice(change.to % lines.length, 0, lines[at] ?? "");
          if (lines.length === 0) lines.push("");
        }
        const { edits, added } = compare(lines.join(eol), isBaseKnown ? undefined : () => []);
        const found = [...edits.flatMap((edit) => edit.texts), ...added.map(({ text }) => text)].join("\n").split("\n");
        for (const mine of ["Mine 1.", "Mine 2.", "<<<<<<< HEAD"]) {
          const count = (all: readonly string[]): number => all.filter((line) => line === mine).length;
          // Equal texts under one repeated marker are one edit.
          expect(Math.min(1, count(found))).toBe(Math.min(1, count(lines)));
        }
        const unchanged = sections.filter((section) => !edits.some((edit) => edit.section === section));
        for (const { name } of unchanged) {
          const own = (texts[name] ?? "")
            .split("\n")
            .slice(1)
            .filter((line) => line !== "");
          for (const line of own) expect(lines).toContain(line);
        }
      }),
    );
  });
});
