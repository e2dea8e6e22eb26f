import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { augment, augmentGuidelines, augmentPersonal } from "./codec.ts";
import { augmentSpec, augmentGuidelinesSpec, augmentPersonalSpec } from "./spec.ts";

/** Augment also reads `CLAUDE.md`, but no other rules of Claude Code. */
export const augmentDialect: Dialect<"augment"> = {
  id: "augment",
  title: "Augment",
  aliases: ["augment-code", "augmentcode", "auggie"],
  formats: [
    { spec: augmentSpec, codec: augment, locations: [{ dir: ".augment/rules" }] },
    { spec: augmentPersonalSpec, codec: augmentPersonal, locations: [{ dir: ".augment/rules", personal: true }] },
    { spec: augmentGuidelinesSpec, codec: augmentGuidelines, locations: [{ dir: "", files: [".augment-guidelines"] }] },
    ...skillFormats("augment"),
  ],
  output: { kind: "files", spec: augmentSpec, codec: augment, dir: ".augment/rules", nested: false },
};
