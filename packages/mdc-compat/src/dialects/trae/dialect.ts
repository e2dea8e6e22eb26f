import type { Dialect } from "../../model/dialect.ts";
import { trae } from "./codec.ts";
import { traeSpec } from "./spec.ts";

/** Trae reads `AGENTS.md`, `CLAUDE.md` and `CLAUDE.local.md` only if a setting is on. It stores the user's own rules in its settings, not in files. */
export const traeDialect: Dialect<"trae"> = {
  id: "trae",
  title: "Trae",
  aliases: [],
  formats: [{ spec: traeSpec, codec: trae, locations: [{ dir: ".trae/rules", nested: true }] }],
  output: { kind: "files", spec: traeSpec, codec: trae, dir: ".trae/rules", nested: true },
};
