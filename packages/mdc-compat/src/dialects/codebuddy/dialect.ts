import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { codebuddy, codebuddyMemory } from "./codec.ts";
import { codebuddyMemorySpec, codebuddySpec } from "./spec.ts";

/** CodeBuddy reads `AGENTS.md` only if there is no `CODEBUDDY.md`. */
export const codebuddyDialect: Dialect<"codebuddy"> = {
  id: "codebuddy",
  title: codebuddySpec.title,
  aliases: ["codebuddy-code"],
  formats: [
    {
      spec: codebuddySpec,
      codec: codebuddy,
      locations: [{ dir: ".codebuddy/rules" }, { dir: ".codebuddy/rules", personal: true }],
    },
    {
      spec: codebuddyMemorySpec,
      codec: codebuddyMemory,
      locations: [
        { dir: "", files: ["CODEBUDDY.md", "CODEBUDDY.local.md"], nested: true },
        { dir: ".codebuddy", files: ["CODEBUDDY.md"] },
        { dir: ".codebuddy", files: ["CODEBUDDY.md"], personal: true },
      ],
    },
    ...skillFormats("codebuddy"),
  ],
  output: { kind: "files", spec: codebuddySpec, codec: codebuddy, dir: ".codebuddy/rules", nested: false },
};
