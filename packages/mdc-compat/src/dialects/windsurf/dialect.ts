import type { Dialect } from "../../model/dialect.ts";
import { skillFormats } from "../../skills/formats.ts";
import { windsurf, windsurfGlobalRules, windsurfRulesFile } from "./codec.ts";
import { windsurfSpec, windsurfGlobalRulesSpec, windsurfRulesFileSpec } from "./spec.ts";

export const windsurfDialect: Dialect<"windsurf"> = {
  id: "windsurf",
  title: windsurfSpec.title,
  aliases: ["devin", "devin-desktop"],
  formats: [
    {
      spec: windsurfSpec,
      codec: windsurf,
      locations: [
        { dir: ".devin/rules", nested: true },
        { dir: ".windsurf/rules", nested: true },
      ],
    },
    { spec: windsurfRulesFileSpec, codec: windsurfRulesFile, locations: [{ dir: "", files: [".windsurfrules"] }] },
    {
      spec: windsurfGlobalRulesSpec,
      codec: windsurfGlobalRules,
      locations: [{ dir: ".codeium/windsurf/memories", files: ["global_rules.md"], personal: true }],
    },
    ...skillFormats("windsurf"),
  ],
  output: { kind: "files", spec: windsurfSpec, codec: windsurf, dir: ".devin/rules", nested: true },
};
