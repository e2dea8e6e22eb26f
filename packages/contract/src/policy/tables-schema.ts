import { described } from "../described.ts";
import * as z from "zod/mini";
import { policyActions } from "../values/policy-action.ts";
import { phases } from "../values/phase.ts";
import { policySeverities } from "../values/policy-severity.ts";
import { priorities } from "../values/priority.ts";

const priority = z.enum(priorities, { error: `must be one of ${priorities.join(", ")}` });
const flag = z.boolean({ error: "must be true or false" });
const notPenalty = { error: "must be an integer of at least 0, or +MAX" };
const notMapping = { error: "must be a mapping (`key: value` lines)" };

const priorityMapping = z.strictObject(
  {
    action: z.exactOptional(z.enum(policyActions, { error: `must be one of ${policyActions.join(", ")}` })),
    notify_human: z.exactOptional(flag),
    rollback: z.exactOptional(flag),
    iteration_penalty: z.exactOptional(z.union([z.int().check(z.gte(0)), z.literal("MAX"), z.literal("+MAX")], notPenalty)),
  },
  notMapping,
);

/** Validates the tables in a configuration file. Missing keys have their defaults. */
export const tablesDocumentSchema = z.strictObject(
  {
    severity_mapping: described(
      "The priority of each severity.",
      z.exactOptional(z.partialRecord(z.enum(policySeverities), priority, notMapping)),
    ),
    priority_mapping: described(
      "The action and its effects for each priority.",
      z.exactOptional(z.partialRecord(z.enum(priorities), priorityMapping, notMapping)),
    ),
    phase_matrix: described(
      "The priorities that are checked in each phase. Applies to policies that name no phase.",
      z.exactOptional(z.partialRecord(z.enum(phases), z.array(priority, { error: "must be a list of priorities" }), notMapping)),
    ),
    limit_named_phases: described(
      "Whether the phase matrix also applies to policies that name their phases. Default false.",
      z.exactOptional(flag),
    ),
  },
  notMapping,
);

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value;

/** The tables as a configuration file contains them. */
export type TablesDocument = DeepReadonly<z.infer<typeof tablesDocumentSchema>>;
