import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

/** Warp reads `WARP.md`, and `AGENTS.md` only in directories without it. */
export const warpDialect: Dialect<"warp"> = createPlainDialect({
  id: "warp",
  title: "Warp",
  aliases: ["warp-terminal"],
  locations: [
    { dir: "", files: ["WARP.md"], nested: true },
    { dir: ".agents", files: ["AGENTS.md"], personal: true },
  ],
  output: { file: "WARP.md", nested: true },
  source: "https://docs.warp.dev/agent-platform/capabilities/rules",
});

export const warp: RuleCodec = warpDialect.formats[0].codec;
