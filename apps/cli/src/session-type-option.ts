import type { SessionType } from "@precept/agent-context";
import { Option } from "commander";

const choices = ["main", "shared"] as const satisfies readonly SessionType[];

/** The option that says who sees what is printed. Only main sessions get MEMORY.md. */
export function sessionTypeOption(byDefault: SessionType): Option {
  const description = "main if only you see what the agent receives; shared, without MEMORY.md, if others do";
  return new Option("--session-type <type>", description).choices(choices).default(undefined, byDefault);
}
