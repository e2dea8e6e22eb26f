import * as fc from "fast-check";

const tokens =
  "`·``·```·````·~~~·\n·\n·\r\n·\r·\n\n· ·  ·    ·\t·\\·@·@a/b.md·@x· @y· `@z`·`@z b`·@1·word·.·# ·- ·> ·1. ·2) ·|·---·===·<div>·</div>·<!--·-->·* * *";

/** Texts composed of backticks, words with a leading @, and delimiters of Markdown blocks. */
export const codeTexts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...tokens.split("·")), { maxLength: 24 })
  .map((parts) => parts.join(""));
