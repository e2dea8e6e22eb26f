import type { FormatSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";

/** `AGENTS.md` as OpenCode reads it. Files in `instructions` of `opencode.json` are not supported. */
export const opencodeSpec: FormatSpec = createPlainSpec({
  id: "opencode",
  title: "OpenCode",
  targets: ["opencode"],
  source: "https://opencode.ai/docs/rules/",
});
