import { expect, it } from "vitest";
import { characterKinds, kindOf } from "./character-kind.ts";

it("knows the kinds of characters, also beyond the basic plane, and repeatedly", () => {
  for (let time = 0; time < 2; time += 1) {
    expect([..."aÉ7 中ก𠮷😀𝟙"].map((character) => kindOf(character.codePointAt(0) ?? 0))).toEqual([
      characterKinds.lower,
      characterKinds.upper,
      characterKinds.digit,
      characterKinds.other,
      characterKinds.pair,
      characterKinds.triple,
      characterKinds.pair,
      characterKinds.other,
      characterKinds.digit,
    ]);
  }
});
