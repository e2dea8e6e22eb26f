import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { agentsFacts } from "./facts.ts";

/** `AGENTS.md`, in the project and in the directories below it. */
export const agents: RuleCodec = createPlainCodec({ facts: agentsFacts, extensions: [".md"], name: "AGENTS" });
