import type { Dialect } from "../../dialect.ts";
import { augment, augmentGuidelines, augmentPersonal } from "./codec.ts";
import { augmentFacts, augmentGuidelinesFacts, augmentPersonalFacts } from "./facts.ts";

/** Augment reads `CLAUDE.md` as well, though none of Claude Code's other rules: `claude` is not among what it reads. */
export const augmentDialect: Dialect = {
  id: "augment",
  title: "Augment",
  aliases: ["augment-code", "augmentcode", "auggie"],
  formats: [
    { facts: augmentFacts, codec: augment, places: [{ dir: ".augment/rules" }] },
    { facts: augmentPersonalFacts, codec: augmentPersonal, places: [{ dir: ".augment/rules", personal: true }] },
    { facts: augmentGuidelinesFacts, codec: augmentGuidelines, places: [{ dir: "", files: [".augment-guidelines"] }] },
  ],
  alsoReads: ["agents"],
  output: { kind: "files", facts: augmentFacts, codec: augment, dir: ".augment/rules", nested: false },
};
