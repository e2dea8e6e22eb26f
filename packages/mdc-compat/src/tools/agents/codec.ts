import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { getAgentsName } from "./get-agents-name.ts";
import { agentsSpec } from "./spec.ts";

/** Codec of `AGENTS.md`, in the project and in its subdirectories. */
export const agents: RuleCodec = createPlainCodec({ spec: agentsSpec, extensions: [".md"], getName: getAgentsName });
