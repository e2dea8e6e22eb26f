import type { Define } from "../../define.ts";
import { addTransferOptions, collectNames } from "../export/define.ts";

export const defineConvert: Define = (program) =>
  program
    .command("convert")
    .summary("convert one tool's rule files to another tool's format")
    .description("Writes the rules in one tool's files to the files of another tool. The source files remain authoritative.")
    .requiredOption("--from <tools>", "the tools to read from, separated by commas (repeatable)", collectNames)
    .requiredOption("--to <tools>", "the tools to write for, separated by commas (repeatable)", collectNames)
    .with(addTransferOptions)
    .examples("guides/moving-rules.md", {
      "Show what Claude's files would be for Cursor's rules": "precept convert --from cursor --to claude --dry-run",
    })
    .runs(async () => (await import("../export/command.ts")).exportRules, { writes: true });
