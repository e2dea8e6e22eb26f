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

/** The part of a JSON Schema that the page shows. */
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
    "A policy file is YAML: one policy at the top level or under `rule:`, or a list under `rules:`. A file may have several documents. " +
      "[`policy.schema.json`](policy.schema.json) is a JSON Schema for editors. A key that is not in this table is reported and has no effect. " +
      "[Conditions of policies](policy-match.md) lists each key of `match` with its type, an example, and what is refused.",
    table(["key", "meaning"], rowsOf(policyJsonSchema() as Schema)),
    "## Severities",
    table(
      ["severity", "priority", "handler", "notifies the user", "rolls back", "iteration penalty"],
      policySeverities.map((severity) => {
        const priority = defaultTables.severityMapping[severity];
        const { action, notifyHuman, rollback, iterationPenalty } = defaultTables.priorityMapping[priority];
        return [severity, priority, action, inWords(notifyHuman), inWords(rollback), String(iterationPenalty)];
      }),
    ),
    "## Phases",
    "A policy is evaluated in the phases that it names. A policy without phases is evaluated in each phase that lists its priority.",
    table(
      ["phase", "priorities"],
      phases.map((phase) => [phase, defaultTables.phaseMatrix[phase].join(", ")]),
    ),
    "## Starter policies",
    "They are in the directory `policies` of `@precept/governance`.",
    table(["policy", "file", "severity", "handler", "description"], starterRows()),
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
