import { ciNames, contextKeys, subjectKinds } from "@precept/contract/values";
import { isRecord, nearestNames, type Diagnostic, type Json, type SourceLocation } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { eventNames } from "../hooks/events.ts";
import type { Policy } from "../model/policy.ts";
import type { PolicyLocations } from "./policy-locations.ts";

/** The keys of the context that hosts, git and Precept supply. Callers can add any other key. */
const knownKeys = Object.keys(contextKeys);

/** The tools of common agents. Since there are many others, only similar names are reported. */
const toolNames = (
  "Bash PowerShell Read Write Edit MultiEdit NotebookEdit WebFetch WebSearch Grep Glob Task " +
  "Shell Delete apply_patch run_shell_command write_file read_file edit_file replace web_fetch"
).split(" ");

/** The kinds of subjects that never belong to a file. */
const withoutFile: ReadonlySet<Json> = new Set(["prompt", "response"]);

/** Checks `context_filter` for values that never occur, so that the policy would never apply. */
export function* checkContextFilter({ id, match }: Policy, locations: PolicyLocations): Iterable<Diagnostic> {
  const { contextFilter } = match;
  for (const [key, wanted] of Object.entries(contextFilter)) {
    const path = ["match", "context_filter", key];
    const near = knownKeys.includes(key) ? [] : nearestNames(key, knownKeys, 1);
    if (near.length > 0) {
      const message = `No host supplies "${key}" in \`context_filter\` of ${id}.`;
      yield report("policy/unknown-context", locations.locationOfKey(path), message, `Did you mean "${near.join("")}"?`);
    }
    const values = valuesIn(wanted);
    if (values.required?.length === 0) {
      yield report("policy/never-applies", locations.locationOf(path), `${id} never applies: "${key}" has no allowed value.`);
    }
    for (const value of [...(values.required ?? []), ...values.excluded]) yield* checkValue(id, key, value, locations);
  }
  const kinds = valuesIn(contextFilter["subject"]).required ?? [];
  if (match.filePatterns.length > 0 && kinds.length > 0 && kinds.every((kind) => withoutFile.has(kind))) {
    const message = `${id} never applies: \`file_patterns\` need a file, and a ${kinds.map((kind) => JSON.stringify(kind)).join(" or a ")} has none.`;
    yield report("policy/never-applies", locations.locationOf(["match", "file_patterns"]), message);
  }
}

function* checkValue(id: string, key: string, value: Json, locations: PolicyLocations): Iterable<Diagnostic> {
  const location = locations.locationOf(["match", "context_filter", key]);
  if (key === "subject" && !subjectKinds.some((kind) => kind === value)) {
    const near = nearestNames(typeof value === "string" ? value : "", subjectKinds, 1);
    const message = `Unknown subject ${JSON.stringify(value)} in \`context_filter\` of ${id}.`;
    yield report("policy/unknown-subject", location, message, suggestion(near, `Subjects are ${subjectKinds.join(", ")}.`));
  } else if (key === "ci" && typeof value === "string" && !ciNames.some((known) => known === value)) {
    const near = ciNames.filter((known) => value !== "" && known.startsWith(value));
    const message = `Unknown CI provider ${JSON.stringify(value)} in \`context_filter\` of ${id}.`;
    yield report("policy/unknown-ci", location, message, suggestion(near, `Providers are ${ciNames.join(", ")}.`));
  } else if (key === "event" && typeof value === "string" && !eventNames.some((known) => known === value)) {
    const near = nearestNames(value, eventNames, 1);
    const message = `No known host has the event "${value}", which \`context_filter\` of ${id} names.`;
    yield report("policy/unknown-event", location, message, suggestion(near, "Use the host's own name, such as PreToolUse."));
  } else if (key === "tool" && typeof value === "string") yield* checkTool(id, value, location);
}

/** Reports a tool whose name is similar to a known one. */
export function* checkTool(id: string, name: string, location: SourceLocation): Iterable<Diagnostic> {
  if (toolNames.includes(name) || /[*?[{!]|^mcp__/.test(name)) return;
  const near = nearestNames(name, toolNames, 1);
  if (near.length === 0) return;
  yield report("policy/unknown-tool", location, `No known host has the tool "${name}", which ${id} names.`, suggestion(near, ""));
}

function suggestion(near: readonly string[], otherwise: string): string {
  return near.length > 0 ? `Did you mean ${near.map((name) => `"${name}"`).join(" or ")}?` : otherwise;
}

/** Returns the values that a filter requires (undefined: any), and the values that it excludes. */
function valuesIn(wanted: Json | undefined): { readonly required?: readonly Json[]; readonly excluded: readonly Json[] } {
  if (wanted === undefined) return { excluded: [] };
  if (Array.isArray(wanted)) return { required: wanted.filter((one) => one !== null), excluded: [] };
  if (!isRecord(wanted)) return { required: wanted === null ? [""] : [wanted], excluded: [] };
  const { in: allowed, not } = wanted as { readonly in?: Json; readonly not?: Json };
  return { ...(Array.isArray(allowed) && { required: allowed }), excluded: not === undefined ? [] : [not].flat() };
}
