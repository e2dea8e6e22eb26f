import type { RuleCodec } from "@precept/core";
import { createPlainDialect } from "../../format/plain-dialect.ts";
import type { Dialect } from "../../model/dialect.ts";

/** Replit Agent, which reads `replit.md` and also rewrites it. */
export const replitDialect: Dialect<"replit"> = createPlainDialect({
  id: "replit",
  title: "Replit",
  aliases: ["replit-agent"],
  locations: [{ dir: "", files: ["replit.md"] }],
  output: { file: "replit.md", nested: false },
  source: "https://docs.replit.com/replitai/replit-dot-md",
});

export const replit: RuleCodec = replitDialect.formats[0].codec;
