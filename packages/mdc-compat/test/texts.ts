import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";

/** The tokens that a front matter parser has to distinguish. */
const signs = "---·----·...·\n·\n·\n·\r\n·\r· ·\t·\uFEFF·# ·- ·: ·:·,·\"·'·[·]·{·}·|·>-·*·!·&a·\\n·@a/b.md·`·```";
const words =
  "description·globs·alwaysApply·paths·applyTo·inclusion·fileMatchPattern·trigger·type·name·note·true·false·null·always·fileMatch·manual·auto·glob·a/b.ts·**/*.ts·word";

const token = fc.constantFrom(...`${signs}·${words}`.split("·"));

/** Texts composed of these tokens. */
export const tokenTexts: fc.Arbitrary<string> = fc.array(token, { maxLength: 30 }).map((parts) => parts.join(""));

const headers = tokenTexts.map((text) => `---\n${text}\n---\n\nBody\n`);

const plainHeaders = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        "description",
        "globs",
        "alwaysApply",
        "paths",
        "applyTo",
        "inclusion",
        "fileMatchPattern",
        "trigger",
        "type",
        "name",
        "note",
      ),
      fc.constantFrom(
        "true",
        "false",
        "",
        "always",
        "fileMatch",
        "manual",
        "auto",
        "glob",
        "always_on",
        "a/b.ts",
        '"**/*.ts"',
        '["*.ts", "a/*.md"]',
        "a, b",
        "# c",
      ),
    ),
    { maxLength: 5 },
  )
  .map((lines) => `---\n${lines.map(([key, value]) => `${key}: ${value}\n`).join("")}---\n\nBody\n`);

/** Texts of every kind: random texts, texts composed of tokens, and files with front matter. */
export const mixedTexts: fc.Arbitrary<string> = fc.oneof(fc.string({ unit: anyCodePoint }), tokenTexts, headers, plainHeaders);

const nativeKeys = fc.subarray([
  "globs: [a/b.ts]",
  "inclusion: manual",
  "priority: 3 # c",
  "# a comment",
  "x: {a: 1}",
  "tags:",
  "  - a:b",
]);

/** Native rule files with random bodies. */
export const nativeTexts: fc.Arbitrary<string> = fc
  .tuple(nativeKeys, tokenTexts, fc.constantFrom("\n", "\r\n"))
  .map(([keys, body, eol]) => ["---", "name: t", "description: D", ...keys, "---", body].join(eol));
