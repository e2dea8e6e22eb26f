import { sessionTypes, type SessionType } from "@precept/contract/values";
import { Option } from "commander";

/** The option that says who sees what is printed. Only main sessions get MEMORY.md. */
export function sessionTypeOption(byDefault: SessionType): Option {
  const description = "main if only you see what the agent receives; shared, without MEMORY.md, if others do";
  return new Option("--session-type <type>", description).choices(sessionTypes).default(undefined, byDefault);
}
