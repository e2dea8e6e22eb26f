import { described } from "@precept/core";
import * as z from "zod/mini";
import { handlers } from "./handler.ts";
import { phases } from "./phase.ts";
import { priorities, severities } from "./severity.ts";
import { defaultTables, type GovernanceTables } from "./tables.ts";

const priority = z.enum(priorities, { error: `has to be one of ${priorities.join(", ")}` });
const flag = z.boolean({ error: "has to be true or false" });
const noPenalty = { error: "has to be a whole number from 0 on, or +MAX" };

const noKeys = { error: "has to hold settings, as `key: value` lines" };

const handling = z.strictObject(
  {
    action: z.exactOptional(z.enum(handlers, { error: `has to be one of ${handlers.join(", ")}` })),
    notify_human: z.exactOptional(flag),
    rollback: z.exactOptional(flag),
    iteration_penalty: z.exactOptional(z.union([z.int().check(z.gte(0)), z.literal("MAX"), z.literal("+MAX")], noPenalty)),
  },
  noKeys,
);

/** The tables as people write them: what is left out stays as it is. */
export const tablesDocumentSchema = z.strictObject(
  {
    severity_mapping: described(
      "The priority of each severity.",
      z.exactOptional(z.partialRecord(z.enum(severities), priority, noKeys)),
    ),
    priority_mapping: described(
      "What is done for each priority.",
      z.exactOptional(z.partialRecord(z.enum(priorities), handling, noKeys)),
    ),
    phase_matrix: described(
      "The priorities that are checked in each phase, by policies that name no phase.",
      z.exactOptional(z.partialRecord(z.enum(phases), z.array(priority, { error: "has to be a list of priorities" }), noKeys)),
    ),
    limit_named_phases: described(
      "Whether the phase matrix also holds for policies that name their phases. Default false.",
      z.exactOptional(flag),
    ),
  },
  noKeys,
);

type Fixed<Value> = Value extends object ? { readonly [Key in keyof Value]: Fixed<Value[Key]> } : Value;

export type TablesDocument = Fixed<z.infer<typeof tablesDocumentSchema>>;

/** The tables with what was written in the place of what holds by default. */
export function createTables(document: TablesDocument, base: GovernanceTables = defaultTables): GovernanceTables {
  const written = document.priority_mapping ?? {};
  const rows = priorities.map((name) => {
    const { action, notify_human, rollback, iteration_penalty } = written[name] ?? {};
    const own = base.handling[name];
    const row = {
      action: action ?? own.action,
      notifyHuman: notify_human ?? own.notifyHuman,
      rollback: rollback ?? own.rollback,
      iterationPenalty: iteration_penalty === "+MAX" ? ("MAX" as const) : (iteration_penalty ?? own.iterationPenalty),
    };
    return [name, row] as const;
  });
  return {
    priorities: { ...base.priorities, ...document.severity_mapping },
    handling: Object.fromEntries(rows) as GovernanceTables["handling"],
    phases: { ...base.phases, ...document.phase_matrix },
    limitNamedPhases: document.limit_named_phases ?? base.limitNamedPhases,
  };
}
