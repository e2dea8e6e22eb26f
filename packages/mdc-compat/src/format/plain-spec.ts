import type { Inclusion } from "@precept/core";
import type { FormatSpec, InclusionSupport } from "../model/spec.ts";

/** The inclusions of plain text files, whose rules always apply. */
export const plainInclusions: Readonly<Record<Inclusion, InclusionSupport>> = {
  always: { syntax: "the whole file" },
  fileMatch: { fallback: "always" },
  agentRequested: { fallback: "always" },
  manual: { fallback: "always" },
  relevant: { fallback: "always" },
};

type RequiredKey = "id" | "title" | "targets" | "source";

/** Creates the spec of a plain text format. The given fields override the defaults. */
export function createPlainSpec(fields: Pick<FormatSpec, RequiredKey> & Partial<FormatSpec>): FormatSpec {
  return { keys: [], inclusions: plainInclusions, describable: [], allowsUnknownKeys: false, limits: [], ...fields };
}
