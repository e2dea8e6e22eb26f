import {
  hosts,
  installSpecs,
  type HostEvent,
  type HostId,
  type HostSpec,
  type HostStatement,
  type SeenVerdict,
} from "@precept/agent-hooks";
import { hookEventKindOf } from "@precept/governance";
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
    `### What a verdict does in ${title}`,
    table(["verdict", "effect", "known from"], verdictRows(hosts[id])),
    table(["", "", "source"], statements),
    limits.map((limit) => `- ${limit}`).join("\n"),
    `Source of the install: ${install.source}.`,
    install.limits.map((limit) => `- ${limit}`).join("\n"),
  ].join("\n\n");
}

/** What each action of a policy does, at the events before and after a tool. */
function verdictRows({ events, trial }: HostSpec): readonly (readonly string[])[] {
  const eventOf = (kind: string): HostEvent => Object.entries(events).find(([name]) => hookEventKindOf(name) === kind)?.[1] ?? {};
  const [before, after] = [eventOf("beforeTool"), eventOf("afterTool")];
  const known = (verdict: SeenVerdict): string =>
    "release" in trial && trial.verdicts.includes(verdict) ? `seen in \`${trial.release}\`` : "not verified";
  const denied = before.deny === true ? "the call is denied" : "the call runs; the model is notified";
  const result = after.replacesResult === undefined ? "it was seen: the message says so" : "the reason replaces the result";
  return [
    ["TERMINATE before a tool", denied, known("deny")],
    [
      "ASK before a tool",
      before.ask === true ? "the agent asks its user" : `${denied} until a person approves it (P0, P1)`,
      known("ask"),
    ],
    [
      "QUICK_FIX before a tool, with a fix",
      before.replacesCall === true
        ? "the fixed call runs, after the agent's own questions; the model is notified"
        : `${denied}; the reason has the fix`,
      known(before.replacesCall === true ? "replaceCall" : "deny"),
    ],
    ["QUICK_FIX before a tool, without a fix", denied, known("deny")],
    ["TERMINATE after a tool", result, known("result")],
    [
      "SOFT_HOOK",
      before.inject === true ? "the model is notified" : "the model is notified at the next event that takes context",
      known("advice"),
    ],
    ["LOG_ONLY", "an entry in the audit log", "independent of the agent"],
  ];
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
