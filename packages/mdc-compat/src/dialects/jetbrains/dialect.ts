import type { Dialect } from "../../model/dialect.ts";
import { jetbrains } from "./codec.ts";
import { jetbrainsSpec } from "./spec.ts";

/** JetBrains AI Assistant. Junie, the other agent of JetBrains, is a dialect of its own. */
export const jetbrainsDialect: Dialect<"jetbrains"> = {
  id: "jetbrains",
  title: jetbrainsSpec.title,
  aliases: ["aiassistant", "jetbrains-ai"],
  formats: [{ spec: jetbrainsSpec, codec: jetbrains, locations: [{ dir: ".aiassistant/rules" }] }],
  output: { kind: "files", spec: jetbrainsSpec, codec: jetbrains, dir: ".aiassistant/rules", nested: false },
};
