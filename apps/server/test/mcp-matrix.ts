import type { Client } from "@modelcontextprotocol/client";
import { roles, type Role } from "@precept/contract";
import { contextPromptUri, notificationsUri, type PromptName, type ToolName } from "@precept/mcp";
import type { Owner } from "./access-matrix.ts";
import { advicePolicy, newPolicy } from "./matrix-policies.ts";

/**
 * What a client gets. `refused`: an error, because it has no such tool, or must not do this. `hidden`: an answer or an
 * error without the data.
 */
type Outcome = "served" | "hidden" | "refused";

type Outcomes = Readonly<Record<Owner, Readonly<Record<Role, Outcome>>>>;

/** A request of an MCP client about some data, and what each role gets for the data of each owner. */
export interface McpRow {
  /** @param name of the rule. */
  readonly send: (client: Client, name: string) => Promise<unknown>;
  /** Whether the text or the description of the rule must be in the answer if it is served. */
  readonly shows: boolean;
  readonly outcomes: Outcomes;
  /** Whether it changes what later requests see. Default false. */
  readonly changes?: boolean;
}

/** What a server offers to its clients, by kind and name. */
export interface McpMatrix {
  /** `policy`: the tool of a policy. */
  readonly tools: Readonly<Record<ToolName | "policy", readonly McpRow[]>>;
  readonly prompts: Readonly<Record<PromptName, readonly McpRow[]>>;
  readonly resources: Readonly<Record<"rules" | "notifications" | "context", readonly McpRow[]>>;
  readonly texts: Readonly<Record<"completion" | "instructions", readonly McpRow[]>>;
}

function all(outcome: Outcome): Readonly<Record<Role, Outcome>> {
  return Object.fromEntries(roles.map((role) => [role, outcome])) as Record<Role, Outcome>;
}

const visible: Outcomes = { own: all("served"), other: all("hidden"), global: all("served"), project: all("served") };

const writers = { ...all("served"), reader: "refused" } as const;

/** A client only adds rules for its own user, and none that apply to all projects. */
const addable: Outcomes = { own: writers, other: all("refused"), global: all("refused"), project: writers };

function reads(send: McpRow["send"]): McpRow {
  return { send, shows: true, outcomes: visible };
}

function calls(tool: ToolName, args: (name: string) => Readonly<Record<string, unknown>>): McpRow {
  return reads((client, name) => client.callTool({ name: tool, arguments: args(name) }));
}

/** A request whose answer does not depend on the owner of a rule. */
function same(outcomes: Readonly<Record<Role, Outcome>>, send: McpRow["send"]): McpRow {
  return { send, shows: false, outcomes: { own: outcomes, other: outcomes, global: outcomes, project: outcomes } };
}

/** A tool that writes what does not depend on the owner of a rule. */
function writes(tool: ToolName, args: Readonly<Record<string, unknown>>): McpRow {
  return same(writers, (client) => client.callTool({ name: tool, arguments: args }));
}

function engine(outcomes: Readonly<Record<Role, Outcome>>, args: Readonly<Record<string, unknown>>): McpRow {
  return same(outcomes, (client) => client.callTool({ name: "rule_engine", arguments: args }));
}

const text = { context: { code: "No advice applies." } };

/** A new rule for the owner in the name of the data. */
function newRule(name: string): Readonly<Record<string, unknown>> {
  const rule = { name: `new-${name}`, content: "New." };
  if (name.endsWith("global")) return { ...rule, scope: "global" };
  if (name.endsWith("project")) return { ...rule, scope: "project" };
  return name.endsWith("other") ? { ...rule, scope: "user", user_id: "bob" } : { ...rule, scope: "user" };
}

/** What each tool, prompt and resource gives to whom, in main sessions. One without rows does not compile. */
export const mcpMatrix: McpMatrix = {
  tools: {
    rules_for_files: [calls("rules_for_files", () => ({})), calls("rules_for_files", (name) => ({ names: [name, `*${name}*`] }))],
    request_rules: [calls("request_rules", (name) => ({ names: [name] })), calls("request_rules", () => ({ names: ["*"] }))],
    get_rule: [calls("get_rule", (name) => ({ name }))],
    explain_rule: [calls("explain_rule", (name) => ({ name }))],
    search_rules: [calls("search_rules", (name) => ({ query: `about ${name}`, limit: 50 }))],
    remember_rule: [{ ...calls("remember_rule", newRule), shows: false, changes: true, outcomes: addable }],
    rule_engine: [
      engine(all("served"), { action: "check_violation", ...text }),
      engine(all("served"), { action: "execute", ...text }),
      engine(all("served"), { action: "report_violation", rule_id: advicePolicy }),
      // No advice has this key.
      engine(all("refused"), { action: "ignore_advice", advice_key: "none" }),
      engine(all("refused"), { action: "comply_with_advice", advice_key: "none" }),
      engine(all("served"), { action: "list_audit" }),
      engine(all("served"), { action: "audit_stats" }),
      { ...engine(writers, { action: "register", rule: newPolicy }), changes: true },
    ],
    remember: [{ ...writes("remember", { content: "Remember this." }), changes: true }],
    note: [{ ...writes("note", { content: "Note this." }), changes: true }],
    policy: [
      same(all("served"), async (client) => {
        const { tools } = await client.listTools();
        const name = tools.find((tool) => tool.name.endsWith(advicePolicy))?.name ?? "missing";
        return client.callTool({ name, arguments: { code: "No advice applies." } });
      }),
    ],
  },
  prompts: { rule: [reads((client, name) => client.getPrompt({ name: "rule", arguments: { name } }))] },
  resources: {
    rules: [
      reads((client, name) => client.readResource({ uri: `rules://rule/${name}` })),
      reads((client) => client.listResources()),
    ],
    notifications: [same(all("served"), (client) => client.readResource({ uri: notificationsUri }))],
    context: [same(all("served"), (client) => client.readResource({ uri: contextPromptUri }))],
  },
  texts: {
    completion: [
      reads((client, name) =>
        client.complete({ ref: { type: "ref/prompt", name: "rule" }, argument: { name: "name", value: name.slice(0, -2) } }),
      ),
      reads((client, name) =>
        client.complete({
          ref: { type: "ref/resource", uri: "rules://rule/{name}" },
          argument: { name: "name", value: name.slice(0, -2) },
        }),
      ),
    ],
    instructions: [reads(async (client) => client.getInstructions())],
  },
};
