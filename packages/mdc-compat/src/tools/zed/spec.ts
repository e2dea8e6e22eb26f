import type { FormatSpec, LimitSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";

/** Zed's instructions. */
export const zedSpec: FormatSpec = createPlainSpec({
  id: "zed",
  title: "Zed",
  targets: ["zed"],
  source: "https://zed.dev/docs/ai/instructions",
});

export const zedSkillLimit: LimitSpec = {
  max: 102_400,
  unit: "bytes",
  appliesTo: "eachFile",
  effect: "ignored",
  description: "Zed ignores skills larger than 100 KiB.",
};
