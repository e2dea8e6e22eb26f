import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { junie } from "./codec.ts";
import { junieSpec } from "./spec.ts";

/** Junie reads only the first of these files that exists. */
const [own, shared, legacy] = [".junie/AGENTS.md", "AGENTS.md", ".junie/guidelines.md"];

/**
 * The order is that of https://github.com/JetBrains/junie-guidelines. By default, the plugin for IDEs reads only `.junie/guidelines.md`; to make it read
 * `.junie/AGENTS.md`, set that path under "Guidelines path" in its project settings (https://www.jetbrains.com/help/junie/customize-guidelines.html).
 *
 * Junie ignores the project's `AGENTS.md` once an export has written `.junie/AGENTS.md`.
 */
export const junieDialect: Dialect<"junie"> = {
  id: "junie",
  title: "Junie",
  aliases: [],
  formats: [
    {
      spec: junieSpec,
      codec: junie,
      locations: [
        { dir: ".junie", files: ["AGENTS.md"] },
        { dir: ".junie", files: ["guidelines.md"], unless: [own, shared] },
        { dir: ".junie/guidelines", unless: [own, shared, legacy] },
        { dir: ".junie", files: ["AGENTS.md"], personal: true },
      ],
    },
    ...skillFormats("junie"),
  ],
  output: { kind: "joined", spec: junieSpec, codec: junie, file: own, nested: false },
};
