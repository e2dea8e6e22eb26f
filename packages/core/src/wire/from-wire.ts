import type { WireRule } from "@precept/contract";
import { PreceptError } from "../model/error.ts";
import type { Rule } from "../model/rule.ts";
import { readWireRule } from "./read-rule.ts";

/**
 * Converts a rule from its wire format. {@link readWireRule} reads other formats and reports what it changes.
 *
 * @throws PreceptError `RULE_INVALID`, with every invalid field by its name on the wire.
 */
export function fromWireRule(wire: WireRule): Rule {
  const { rule, notes } = readWireRule(wire);
  const reasons = notes.filter(({ kind }) => kind !== "dropped").map(({ field, message }) => `${field}: ${message}`);
  if (reasons.length > 0) throw new PreceptError("RULE_INVALID", { name: wire.name, reasons });
  return rule;
}
