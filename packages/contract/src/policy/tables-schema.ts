import * as z from "zod/mini";
import { policyActions } from "../values/policy-action.ts";
import { phases, policySeverities, priorities } from "../values/policies.ts";
import { flag, oneOf, optional } from "./schema-parts.ts";
import type { Wire } from "../wire-parts.ts";

const priority = oneOf(priorities);
const notPenalty = { error: "must be an integer of at least 0, or +MAX" };
const notMapping = { error: "must be a mapping (`key: value` lines)" };

const priorityMapping = z.strictObject(
  {
    action: z.exactOptional(oneOf(policyActions)),
    notify_human: z.exactOptional(flag),
    rollback: z.exactOptional(flag),
    iteration_penalty: z.exactOptional(z.union([z.int().check(z.gte(0)), z.literal("MAX"), z.literal("+MAX")], notPenalty)),
  },
  notMapping,
);

/** Validates the tables in a configuration file. Missing keys have their defaults. */
export const tablesDocumentSchema = z.strictObject(
  {
    severity_mapping: optional("The priority of each severity.", z.partialRecord(z.enum(policySeverities), priority, notMapping)),
    priority_mapping: optional(
      "The action and its effects for each priority.",
      z.partialRecord(z.enum(priorities), priorityMapping, notMapping),
    ),
    phase_matrix: optional(
      "The priorities that are checked in each phase. Applies to policies that name no phase.",
      z.partialRecord(z.enum(phases), z.array(priority, { error: "must be a list of priorities" }), notMapping),
    ),
    limit_named_phases: optional(
      "Whether the phase matrix also applies to policies that name their phases. Default false.",
      flag,
    ),
  },
  notMapping,
);

/** The tables as a configuration file contains them. */
export type TablesDocument = Wire<typeof tablesDocumentSchema>;
