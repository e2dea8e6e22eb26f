import { withoutUndefined } from "@precept/core";
import type { EntryFilter } from "@precept/audit-log";
import type { Call, CommandResult } from "../../define.ts";
import { chooseLog, viewEntry, type AnyEntry, type LogOptions } from "./entries.ts";

export interface ListOptions extends LogOptions {
  readonly rule?: string;
  readonly handler?: string;
  readonly since?: Date;
}

export async function listEntries({ workspace, options }: Call<ListOptions>): Promise<CommandResult> {
  const { rule, handler, since } = options;
  const filter: EntryFilter = withoutUndefined({ ruleId: rule, handler, since });
  const entries: AnyEntry[] = [];
  for await (const entry of chooseLog(await workspace.policies.auditLog(), options).list(filter)) entries.push(entry);
  return {
    json: { entries },
    text: (style) => (entries.length === 0 ? "No entries.\n" : entries.map((entry) => `${viewEntry(entry, style)}\n`).join("")),
  };
}
