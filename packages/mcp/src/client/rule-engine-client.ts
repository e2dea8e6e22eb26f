import { Client, type Transport } from "@modelcontextprotocol/client";
import { pushAll, PreceptError, withoutUndefined } from "@precept/core";
import { toWirePolicy, type Phase, type Policy, type PriorityNotification, type WireDecision } from "@precept/governance";
import type { ExecuteResult, RegisterResult } from "../tools/register-result.ts";
import { metaKeys, notificationsUri, priorityMethod, ruleEngineTool } from "../names.ts";
import type { QueuedNotification, QueueHead } from "../queue/priority-queue.ts";
import {
  contentsSchema,
  decisionSchema,
  executeSchema,
  notificationSchema,
  parseReply,
  queueHeadSchema,
  queueSchema,
  registerSchema,
  resultSchema,
  toolPageSchema,
  type ListedTool,
} from "./replies.ts";

/** The context of a text to check. */
export interface ClientCheckOptions {
  readonly phase?: Phase;
  readonly file?: string;
  /** Facts about the task, which policies can filter on. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** The only policy to check. Default: all active ones. */
  readonly ruleId?: string;
  /** Whether the reply lists every skipped policy with the reason. Default: only if `ruleId` is given. */
  readonly explain?: boolean;
}

/** The part of the SDK's client that is used. */
export type McpClient = Pick<Client, "request" | "setNotificationHandler" | "close">;

/**
 * A client of a rule engine, over any transport: registers policies, checks texts and receives notifications of
 * violations. Replies are validated.
 */
export class RuleEngineClient {
  readonly #client: McpClient;
  readonly #listeners = new Set<(notification: PriorityNotification) => void>();
  #head: QueueHead | undefined;

  /** @param client a client of the MCP SDK. */
  constructor(client: McpClient) {
    this.#client = client;
    client.setNotificationHandler(priorityMethod, { params: notificationSchema }, (notification) => {
      for (const listener of this.#listeners) listener(notification);
    });
  }

  /**
   * Registers a policy, which is active from then on.
   *
   * @param rule a policy, or the contents of a policy file: YAML, or the value it describes.
   * @returns whether it was accepted, with diagnostics if not.
   * @throws PreceptError `RULE_ENGINE_REFUSED`, `RULE_ENGINE_REPLY_INVALID`
   */
  async registerRule(rule: Policy | object | string): Promise<RegisterResult> {
    const written = isPolicy(rule) ? toWirePolicy(rule) : rule;
    return parseReply(registerSchema, await this.#call({ action: "register", rule: written }, true));
  }

  /**
   * Checks a text, and lets the server act on violations: fix, log, notify, roll back.
   *
   * @throws PreceptError `RULE_ENGINE_REFUSED`, `RULE_ENGINE_REPLY_INVALID`
   */
  async execute(code: string, options: ClientCheckOptions = {}): Promise<ExecuteResult> {
    return parseReply(executeSchema, await this.#call({ action: "execute", ...toArguments(code, options) }));
  }

  /**
   * Checks a text and does nothing else: no fix, no log entry, no notification.
   *
   * @throws PreceptError `RULE_ENGINE_REFUSED`, `RULE_ENGINE_REPLY_INVALID`
   */
  async checkViolation(code: string, options: ClientCheckOptions = {}): Promise<WireDecision> {
    return parseReply(decisionSchema, await this.#call({ action: "check_violation", ...toArguments(code, options) }));
  }

  /**
   * Lists the tools of the server. With a phase, also one for each policy of the phase; without one, only if the server
   * has the option `policyTools`.
   */
  async listTools(phase?: Phase): Promise<readonly ListedTool[]> {
    const tools: ListedTool[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#client.request({ method: "tools/list", params: toListParams(phase, cursor) }, toolPageSchema);
      pushAll(tools, page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  }

  /** Calls the listener for each notification of a violation. Returns the function that unsubscribes. */
  onPriority(listener: (notification: PriorityNotification) => void): () => void {
    const own = (notification: PriorityNotification): void => listener(notification);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** The head of the server's notification queue at the last reply; undefined before the first reply. */
  get notificationsHead(): QueueHead | undefined {
    return this.#head;
  }

  /** Reads recent notifications, most urgent first, including those that did not reach this client. */
  async notifications(): Promise<readonly QueuedNotification[]> {
    const { contents } = await this.#client.request(
      { method: "resources/read", params: { uri: notificationsUri } },
      contentsSchema,
    );
    return parseReply(queueSchema, parseJson(contents[0]?.text ?? "")).notifications;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #call(args: Readonly<Record<string, unknown>>, mayFail = false): Promise<Record<string, unknown>> {
    const params = { name: ruleEngineTool, arguments: args };
    const { isError, content, structuredContent, _meta } = await this.#client.request(
      { method: "tools/call", params },
      resultSchema,
    );
    const head = _meta?.[metaKeys.notifications];
    if (head !== undefined) this.#head = parseReply(queueHeadSchema, head);
    if (structuredContent !== undefined && (mayFail || isError !== true)) return structuredContent;
    throw new PreceptError("RULE_ENGINE_REFUSED", { reason: content.map(({ text = "" }) => text).join("\n") });
  }
}

/** @returns undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether this is a parsed policy, rather than the value that a policy file describes. */
function isPolicy(rule: Policy | object | string): rule is Policy {
  return typeof rule === "object" && "softHooks" in rule && "phases" in rule;
}

function toArguments(code: string, { phase, file, context, ruleId, explain }: ClientCheckOptions): Record<string, unknown> {
  return {
    ...withoutUndefined({ phase, rule_id: ruleId, explain }),
    context: { ...context, code, ...(file !== undefined && { file }) },
  };
}

/** The phase is sent in two places, because each generation of the protocol drops one of them. */
function toListParams(phase: Phase | undefined, cursor: string | undefined): Record<string, unknown> {
  return {
    ...(cursor !== undefined && { cursor }),
    ...(phase !== undefined && { phase, _meta: { [metaKeys.phase]: phase } }),
  };
}

export interface ConnectRuleEngineOptions {
  /** The name that the client sends to the server. Default `precept`. */
  readonly name?: string;
  readonly version?: string;
  /** Whether to try the newer protocol first. Default true. */
  readonly modern?: boolean;
}

/** Connects to a rule engine over a transport: standard input and output of a child process, HTTP, or another one.
 *
 * @example
 * ```ts
 * import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
 * import { connectRuleEngine } from "@precept/mcp/client";
 *
 * const engine = await connectRuleEngine(new StdioClientTransport({ command: "precept", args: ["mcp"] }));
 * const { action } = await engine.execute("eval(x)", { file: "src/run.js" });
 * console.log(action);
 * await engine.close();
 * ```
 */
export async function connectRuleEngine(transport: Transport, options: ConnectRuleEngineOptions = {}): Promise<RuleEngineClient> {
  const { name = "precept", version = "0.0.0", modern = true } = options;
  const client = new Client({ name, version }, { versionNegotiation: { mode: modern ? "auto" : "legacy" } });
  const engine = new RuleEngineClient(client);
  await client.connect(transport);
  return engine;
}
