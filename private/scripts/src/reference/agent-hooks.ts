import {
  hostIds,
  hosts,
  installSpecs,
  printRuleTest,
  type HostEvent,
  type HostId,
  type HostSpec,
  type HostStatement,
  type InstallContext,
  type InstallLevel,
  type InstallSpec,
} from "@precept/agent-hooks";
import { page, table } from "./markdown.ts";

export function agentHooksReference(): string {
  return page(
    "Agent hooks",
    "`precept hook AGENT` answers the hooks of these coding agents. The payload decides which agent it is; the argument counts only where payloads look alike. " +
      "Facts marked *unverified* are reports by others, or not documented: they were not read in the agent's code or documentation.",
    "## What an answer can do before a tool",
    table(
      ["agent", "deny", "ask", "add context", "a broken hook", "time limit"],
      hostIds.map((id) => overview(hosts[id])),
    ),
    "## What an install writes",
    "The files of `precept install AGENT`, below the project, and of `precept install AGENT --global`, below the home directory.",
    table(
      ["agent", "hooks of a project", "MCP server of a project", "hooks of a user", "MCP server of a user"],
      hostIds.map(installRow),
    ),
    "## Seen in the agent itself",
    "These agents were run with the hooks that `precept install` writes, against a model server on the same machine that asks for a dangerous command. " +
      "The payloads that they sent are test data of Precept.",
    table(
      ["agent", "release", "date", "what was seen"],
      hostIds.map((id) => trialRow(hosts[id])),
    ),
    "## How to see that an agent has a rule",
    "The last command of the [guide](../guides/agent-hooks.md#from-nothing-to-a-proof). `echo` stands for an agent that was not run: it sends what the agent " +
      "sends, and `precept hook` prints the answer.",
    table(
      ["agent", "command", "result"],
      hostIds.map((id) => [link(hosts[id].title), `\`${printRuleTest(id)}\``, describeRuleTest(id)]),
    ),
    ...hostIds.map((id) => section(hosts[id])),
  );
}

function trialRow({ title, trial }: HostSpec): readonly string[] {
  return "notRun" in trial
    ? [link(title), "not run", "–", trial.notRun]
    : [link(title), `\`${trial.release}\``, trial.date, trial.seen];
}

function describeRuleTest(id: HostId): string {
  const { ruleTest } = hosts[id];
  if (ruleTest.kind === "agent") return "the agent answers with the rule";
  return ruleTest.kind === "payload"
    ? "the answer contains the rule"
    : `\`${ruleTest.file}\` contains the rule: its hooks take no context`;
}

const toolEvents = ["PreToolUse", "preToolUse", "BeforeTool", "pre_run_command", "tool.execute.before", "tool.call"] as const;

function overview({ title, events, onFailure, timeLimit }: HostSpec): readonly string[] {
  const name = toolEvents.find((one) => Object.hasOwn(events, one));
  const event: HostEvent = (name === undefined ? undefined : events[name]) ?? {};
  const can = (value: boolean | undefined): string =>
    (value === true ? "yes" : "no") + (event.unverified === true ? " *unverified*" : "");
  const { effect, setting } = onFailure.value;
  const limit = `${timeLimit.value.milliseconds / 1000} s`;
  return [
    link(title),
    can(event.deny),
    can(event.ask),
    can(event.inject),
    mark(setting === undefined ? effect : `${effect}; ${setting} denies`, onFailure),
    mark(limit, timeLimit),
  ];
}

const levels: readonly InstallLevel[] = ["project", "user"];

function installRow(id: HostId): readonly string[] {
  const spec = installSpecs[id];
  return [link(hosts[id].title), ...levels.flatMap((level) => [filesOf(spec, "hooks", level), filesOf(spec, "mcp", level)])];
}

/** Names the files of an install, which do not depend on the command and the directory. */
function filesOf(spec: InstallSpec, part: "hooks" | "mcp", level: InstallLevel): string {
  const context: InstallContext = { level, command: { words: ["precept"], isLocal: false }, isWindows: false, base: "/" };
  const names = new Set(
    spec[part](context).map(({ path, alternative }) =>
      alternative === undefined ? `\`${path}\`` : `\`${path}\` or \`${alternative}\``,
    ),
  );
  return names.size === 0 ? "–" : mark([...names].join(", "), { verified: spec.isVerified });
}

function section(spec: HostSpec): string {
  const {
    id,
    title,
    source,
    recognisedBy,
    silence,
    contextLimit,
    timeLimit,
    onFailure,
    tools,
    limits,
    events,
    projectVariables,
  } = spec;
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
    `## ${title}`,
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

function mark(text: string, { verified }: Pick<HostStatement, "verified">): string {
  return verified ? text : `${text} *unverified*`;
}

function link(title: string): string {
  return `[${title}](#${title.toLowerCase().replaceAll(" ", "-")})`;
}
