import * as fc from "fast-check";

const pieces =
  "`·``·```·````·~~~·\n·\n·\r\n·\r·\n\n· ·  ·    ·\t·\\·@·@a/b.md·@x· @y· `@z`·`@z b`·@1·word·.·# ·- ·> ·1. ·2) ·|·---·===·<div>·</div>·<!--·-->·* * *";

/** Texts full of backticks, words with an @ in front, and what begins or ends a block of Markdown. */
export const codeTexts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...pieces.split("·")), { maxLength: 24 })
  .map((parts) => parts.join(""));
