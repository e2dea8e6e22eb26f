import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  defaultTables,
  effectivePriorityOf,
  parsePolicies,
  phases,
  policyFileJsonSchema,
  policyJsonSchema,
  policySeverities,
  type Policy,
} from "@precept/governance";
import { page, table } from "./markdown.ts";

/** As much of a JSON Schema as the page shows. */
interface Schema {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const starters = join(import.meta.dirname, "../../../../packages/governance/policies");

export function policyReference(): string {
  return page(
    "Policies",
    "A policy is YAML, alone, under `rule:`, or in a list under `rules:`; a file may hold many documents. " +
      "[`policy.schema.json`](policy.schema.json) describes such files to editors. A key that is not in this table is reported and has no effect.",
    table(["key", "meaning"], rowsOf(policyJsonSchema() as Schema)),
    "## From a severity to what is done",
    table(
      ["severity", "priority", "handler", "person called", "rolled back", "costs iterations"],
      policySeverities.map((severity) => {
        const priority = defaultTables.severityMapping[severity];
        const { action, notifyHuman, rollback, iterationPenalty } = defaultTables.priorityMapping[priority];
        return [severity, priority, action, inWords(notifyHuman), inWords(rollback), String(iterationPenalty)];
      }),
    ),
    "## What is checked when",
    "A policy that names its phases is checked in those. One that names none is checked where this matrix lists its priority.",
    table(
      ["phase", "priorities"],
      phases.map((phase) => [phase, defaultTables.phaseMatrix[phase].join(", ")]),
    ),
    "## Policies to start from",
    "They are published with `@precept/governance`, in `policies`.",
    table(["policy", "file", "severity", "handler", "what it does"], starterRows()),
  );
}

export function policySchema(): string {
  return `${JSON.stringify(policyFileJsonSchema(), undefined, 2)}\n`;
}

function rowsOf({ properties = {}, required = [] }: Schema, above = ""): string[][] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `\`${above}${key}\`${above === "" && required.includes(key) ? " (required)" : ""}`;
    const inner = schema.items?.properties === undefined ? schema : schema.items;
    return [[name, schema.description ?? ""], ...rowsOf(inner, `${above}${key}.`)];
  });
}

function starterRows(): string[][] {
  return readdirSync(starters)
    .toSorted()
    .flatMap((file) =>
      parsePolicies(readFileSync(join(starters, file), "utf8"), file).policies.map(({ policy }) => starterRow(policy, file)),
    );
}

function starterRow(policy: Policy, file: string): string[] {
  const { action } = effectivePriorityOf(policy, defaultTables, undefined);
  const { id, severity, metadata, mode } = policy;
  return [
    `\`${id}\``,
    `\`${file}\``,
    severity,
    mode === "shadow" ? `${action} (shadow)` : action,
    `${textOf(metadata["description"])}.`,
  ];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function inWords(value: boolean): string {
  return value ? "yes" : "no";
}
