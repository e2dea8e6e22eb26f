import { createPlainDialect } from "../../format/plain-dialect.ts";

/** Replit Agent, which reads `replit.md` and also rewrites it. */
export const [replitDialect, replit] = createPlainDialect({
  id: "replit",
  title: "Replit",
  aliases: ["replit-agent"],
  locations: [{ dir: "", files: ["replit.md"] }],
  alsoReads: ["skill"],
  output: { file: "replit.md", nested: false },
  source: "https://docs.replit.com/replitai/replit-dot-md",
});
