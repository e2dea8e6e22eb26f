import type { FormatSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";

/** Zed's instructions. */
export const zedSpec: FormatSpec = createPlainSpec({
  id: "zed",
  title: "Zed",
  targets: ["zed"],
  source: "https://zed.dev/docs/ai/instructions",
});
