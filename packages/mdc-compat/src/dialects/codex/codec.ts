import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { codexFacts } from "./facts.ts";

/** A person's own `AGENTS.md` for Codex, and how one is written for it. */
export const codex: RuleCodec = createPlainCodec({ facts: codexFacts, extensions: [".md"], name: "AGENTS" });
