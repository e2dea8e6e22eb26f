import type { FormatSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";

/** Junie's guidelines. A custom path, which the IDE allows, is not supported. */
export const junieSpec: FormatSpec = createPlainSpec({
  id: "junie",
  title: "Junie",
  targets: ["junie"],
  source: "https://junie.jetbrains.com/docs/guidelines-and-memory.html",
});
