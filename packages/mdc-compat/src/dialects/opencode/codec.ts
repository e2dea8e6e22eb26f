import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { opencodeFacts } from "./facts.ts";

/** A person's own `AGENTS.md` for OpenCode, and how one is written for it. */
export const opencode: RuleCodec = createPlainCodec({ facts: opencodeFacts, extensions: [".md"] });
