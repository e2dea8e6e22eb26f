import {
  hostIds,
  hosts,
  installSpecs,
  printRuleTest,
  type HostEvent,
  type HostId,
  type HostSpec,
  type InstallContext,
  type InstallLevel,
  type InstallSpec,
} from "@precept/agent-hooks";
import { hookEventKindOf } from "@precept/governance";
import { findDialect } from "@precept/mdc-compat";
import { mark } from "./agent-section.ts";
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
      hostIds.map((id) => [link(id), `\`${printRuleTest(id)}\``, describeRuleTest(id)]),
    ),
  );
}

function trialRow({ id, trial }: HostSpec): readonly string[] {
  return "notRun" in trial
    ? [link(id), "not run", "–", trial.notRun]
    : [link(id), `\`${trial.release}\``, trial.date, trial.seen];
}

function describeRuleTest(id: HostId): string {
  const { ruleTest } = hosts[id];
  if (ruleTest.kind === "agent") return "the agent answers with the rule";
  return ruleTest.kind === "payload"
    ? "the answer contains the rule"
    : `\`${ruleTest.file}\` contains the rule: its hooks take no context`;
}

function overview({ id, events, onFailure, timeLimit }: HostSpec): readonly string[] {
  const name = Object.keys(events).find((one) => hookEventKindOf(one) === "beforeTool");
  const event: HostEvent = (name === undefined ? undefined : events[name]) ?? {};
  const can = (value: boolean | undefined): string =>
    (value === true ? "yes" : "no") + (event.unverified === true ? " *unverified*" : "");
  const { effect, setting } = onFailure.value;
  const limit = `${timeLimit.value.milliseconds / 1000} s`;
  return [
    link(id),
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
  return [link(id), ...levels.flatMap((level) => [filesOf(spec, "hooks", level), filesOf(spec, "mcp", level)])];
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

function link(id: HostId): string {
  return `[${hosts[id].title}](tools/${findDialect(id)?.id ?? id}.md#hooks-of-${hosts[id].title.toLowerCase().replaceAll(" ", "-")})`;
}
