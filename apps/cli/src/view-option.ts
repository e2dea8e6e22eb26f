import { sessionTypes, type SessionType } from "@precept/contract/values";
import { PreceptError } from "@precept/core";
import { findDialect } from "@precept/mdc-compat";
import { Option } from "commander";
import type { RequestOptions, View } from "./request.ts";
import type { Settings } from "./settings.ts";

export function viewOption(): Option {
  return new Option(
    "--view <view>",
    "with --tool: what the tool itself reads from the project (tool), or the rules for it that Precept delivers (rules)",
  )
    .choices(["tool", "rules"] satisfies readonly View[])
    .default(undefined, "tool if --tool names a supported tool");
}

/** The limits and the order of Precept's own prompt section, which the view of a tool does not have. */
const budgetOptions = {
  maxCharacters: "--max-characters",
  maxBytes: "--max-bytes",
  maxTokens: "--max-tokens",
  maxRules: "--max-rules",
  maxDialectRules: "--max-dialect-rules",
  overflow: "--overflow",
  order: "--order",
} as const;

/**
 * Returns the view that a command answers with: what the tool reads if --tool names a supported one, else the rules of
 * Precept.
 *
 * @throws PreceptError `OPTIONS_CONFLICT` for limits together with the view of a tool, `OPTION_DEPENDENCY_MISSING` for
 * that view without a tool.
 */
export function chooseView(options: RequestOptions, { tool }: Settings): View {
  const view = options.view ?? (tool !== undefined && findDialect(tool) !== undefined ? "tool" : "rules");
  if (view === "rules") return view;
  if (tool === undefined) throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option: "--view tool", requires: "--tool" });
  const given = Object.entries(budgetOptions).find(([name]) => options[name as keyof typeof budgetOptions] !== undefined);
  if (given !== undefined)
    throw new PreceptError("OPTIONS_CONFLICT", { options: [given[1], "--tool, unless there is --view rules"] });
  return view;
}

/** The option that says who sees what is printed. Only main sessions get MEMORY.md. */
export function sessionTypeOption(byDefault: SessionType): Option {
  const description = "main if only you see what the agent receives; shared, without MEMORY.md, if others do";
  return new Option("--session-type <type>", description).choices(sessionTypes).default(undefined, byDefault);
}
