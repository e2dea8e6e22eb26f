import { hosts, installSpecs, type HostEvent, type HostId, type HostStatement } from "@precept/agent-hooks";
import { table } from "./markdown.ts";

/** Describes the hooks of a coding agent, and what an install writes for it. */
export function agentSection(id: HostId): string {
  const { title, source, recognisedBy, silence, contextLimit, timeLimit, onFailure, tools, limits, events, projectVariables } =
    hosts[id];
  const install = installSpecs[id];
  const { effect, setting } = onFailure.value;
  const statements: readonly (readonly [string, string, string])[] = [
    ["recognised by", mark(recognisedBy.value, recognisedBy), recognisedBy.source],
    ["no opinion", silence, source],
    ["project directory", mark(nameVariables(projectVariables.value), projectVariables), projectVariables.source],
    ["longest context", mark(`${contextLimit.value.toLocaleString("en")} characters`, contextLimit), contextLimit.source],
    ["time limit", mark(`${timeLimit.value.milliseconds / 1000} s; set in ${timeLimit.value.unit}`, timeLimit), timeLimit.source],
    ["a broken hook", mark(setting === undefined ? effect : `${effect}; ${setting} denies`, onFailure), onFailure.source],
    ...Object.entries(tools).map(
      ([kind, statement]) => [`tools: ${kind}`, mark(statement.value, statement), statement.source] as const,
    ),
  ];
  return [
    `## Hooks of ${title}`,
    `\`precept hook ${id}\`. Source of the events: ${source}.`,
    table(
      ["event", "deny", "ask", "add context", "remark"],
      Object.entries(events).map(([name, event]) => eventRow(name, event)),
    ),
    table(["", "", "source"], statements),
    limits.map((limit) => `- ${limit}`).join("\n"),
    `Source of the install: ${install.source}.`,
    install.limits.map((limit) => `- ${limit}`).join("\n"),
  ].join("\n\n");
}

function eventRow(name: string, { deny, ask, inject, note, unverified }: HostEvent): readonly string[] {
  const remarks = [...(note === undefined ? [] : [note]), ...(unverified === true ? ["*unverified*"] : [])];
  return [`\`${name}\``, ...[deny, ask, inject].map((can) => (can === true ? "yes" : "–")), remarks.join(" ")];
}

function nameVariables(names: readonly string[]): string {
  return names.length === 0 ? "no environment variable: from the payload" : names.map((name) => `\`${name}\``).join(", then ");
}

/** Marks a text whose source is not the agent itself. */
export function mark(text: string, { verified }: Pick<HostStatement, "verified">): string {
  return verified ? text : `${text} *unverified*`;
}
