import { applyEdits, type RuleCodec } from "@precept/core";
import { describe, expect, it } from "vitest";
import { cline } from "../tools/cline/codec.ts";
import { continueDev } from "../tools/continue/codec.ts";
import { cursor } from "../tools/cursor/codec.ts";
import { kiro } from "../tools/kiro/codec.ts";

/** Applies the fixes of a text's diagnostics. Returns the result with its patterns and its remaining diagnostics. */
function applyFixes(codec: RuleCodec, text: string): readonly [text: string, globs: readonly string[], codes: readonly string[]] {
  const parse = (one: string) => codec.parse({ text: one, path: `t${codec.extensions[0] ?? ""}`, file: "t" });
  const edits = parse(text).diagnostics.flatMap(({ fix }) => fix?.edits ?? []);
  const after = applyEdits(text, edits);
  const { draft, diagnostics } = parse(after);
  return [after, draft?.globs ?? [], diagnostics.map(({ code }) => code)];
}

describe("the fix of a value that its tool does not read as intended", () => {
  it.each<[string, RuleCodec, string, string, readonly string[]]>([
    ["a list in Cursor", cursor, "globs:\n  - a/*.ts\n  - 'b/*.ts' # b\n", "globs: a/*.ts,b/*.ts\n", ["a/*.ts", "b/*.ts"]],
    ["quotes in Cursor", cursor, 'globs:   "a/*.{ts,tsx}"\n', "globs: a/*.{ts,tsx}\n", ["a/*.{ts,tsx}"]],
    [
      "commas in Kiro",
      kiro,
      'inclusion: fileMatch\nfileMatchPattern: "a/*.ts, b/*.ts"\n',
      'inclusion: fileMatch\nfileMatchPattern: ["a/*.ts", "b/*.ts"]\n',
      ["a/*.ts", "b/*.ts"],
    ],
    [
      "a string in Cline",
      cline,
      'paths: "a/*.ts,b/*.ts" # x\nname: y\n',
      'paths: ["a/*.ts", "b/*.ts"]\nname: y\n',
      ["a/*.ts", "b/*.ts"],
    ],
    ["commas in Continue", continueDev, 'globs: "a/*.ts,b/*.ts"\n', 'globs: ["a/*.ts", "b/*.ts"]\n', ["a/*.ts", "b/*.ts"]],
  ])("%s", (_, codec, header, expected, globs) => {
    for (const eol of ["\n", "\r\n"]) {
      const lines = (text: string): string => text.replaceAll("\n", eol);
      const [text, read, codes] = applyFixes(codec, lines(`---\n# first\n${header}---\n\nText.\n`));
      expect(text).toBe(lines(`---\n# first\n${expected}---\n\nText.\n`));
      expect(read).toEqual(globs);
      expect(codes).toEqual([]);
    }
  });
});
