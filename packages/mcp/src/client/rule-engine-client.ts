import type { Client } from "@modelcontextprotocol/client";
import { PreceptError } from "@precept/core";
import { toWirePolicy, type Phase, type Policy, type PriorityNotification, type WireDecision } from "@precept/governance";
import type { ExecuteAnswer, RegisterAnswer } from "../server/answer.ts";
import { metaKeys, notificationsUri, priorityMethod, ruleEngineTool } from "../names.ts";
import type { QueuedNotification, QueueHead } from "../queue/priority-queue.ts";
import { contentsSchema, notificationSchema, resultSchema, toolPageSchema, type ListedTool } from "./answers.ts";

/** What is checked, beside its text. */
export interface ClientCheckOptions {
  readonly phase?: Phase;
  readonly file?: string;
  /** What is known about the work. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** The only policy to check. Default: all in force. */
  readonly ruleId?: string;
  /** Whether every policy that had no part is told of, and why. Default: only where one policy is checked. */
  readonly explain?: boolean;
}

/** The part of an SDK's client that is used. */
export type McpClient = Pick<Client, "request" | "setNotificationHandler" | "close">;

/** Speaks to a rule engine over any transport: registers policies, has texts checked, and hears of violations. */
export class RuleEngineClient {
  readonly #client: McpClient;
  readonly #listeners = new Set<(notification: PriorityNotification) => void>();
  #head: QueueHead | undefined;

  /** @param client of the SDK, connected. */
  constructor(client: McpClient) {
    this.#client = client;
    client.setNotificationHandler(priorityMethod, { params: notificationSchema }, (notification) => {
      for (const listener of this.#listeners) listener(notification);
    });
  }

  /**
   * Puts a policy in force.
   *
   * @param rule a policy, or one as it is written in a file: YAML or a value.
   * @returns also what speaks against it, where it was refused.
   */
  async registerRule(rule: Policy | object | string): Promise<RegisterAnswer> {
    const written = isPolicy(rule) ? toWirePolicy(rule) : rule;
    return (await this.#call({ action: "register", rule: written }, true)) as unknown as RegisterAnswer;
  }

  /** Checks a text, and has done what the policies ask for. @throws PreceptError `RULE_ENGINE_REFUSED` */
  async execute(code: string, options: ClientCheckOptions = {}): Promise<ExecuteAnswer> {
    return (await this.#call({ action: "execute", ...toArguments(code, options) })) as unknown as ExecuteAnswer;
  }

  /** Checks a text. Nothing follows from it, and nobody is told. @throws PreceptError `RULE_ENGINE_REFUSED` */
  async checkViolation(code: string, options: ClientCheckOptions = {}): Promise<WireDecision> {
    return (await this.#call({ action: "check_violation", ...toArguments(code, options) })) as unknown as WireDecision;
  }

  /** All tools, or those of a phase: `rule_engine`, and one a policy. */
  async listTools(phase?: Phase): Promise<readonly ListedTool[]> {
    const tools: ListedTool[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#client.request({ method: "tools/list", params: toListParams(phase, cursor) }, toolPageSchema);
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  }

  /** Calls the listener with each violation as it is found. Returns the function that ends that. */
  onPriority(listener: (notification: PriorityNotification) => void): () => void {
    const own = (notification: PriorityNotification): void => listener(notification);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** How far the notifications were at the last answer; undefined before the first. */
  get notificationsHead(): QueueHead | undefined {
    return this.#head;
  }

  /** The latest notifications, those that never got through included, the most urgent first. */
  async notifications(): Promise<readonly QueuedNotification[]> {
    const { contents } = await this.#client.request(
      { method: "resources/read", params: { uri: notificationsUri } },
      contentsSchema,
    );
    const { notifications } = JSON.parse(contents[0]?.text ?? "{}") as { notifications?: readonly QueuedNotification[] };
    return notifications ?? [];
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
    this.#head = (_meta?.[metaKeys.notifications] as QueueHead | undefined) ?? this.#head;
    if (structuredContent !== undefined && (mayFail || isError !== true)) return structuredContent;
    throw new PreceptError("RULE_ENGINE_REFUSED", { problem: content.map(({ text = "" }) => text).join("\n") });
  }
}

/** A policy that was read, and not one as it is written. */
function isPolicy(rule: Policy | object | string): rule is Policy {
  return typeof rule === "object" && "softHooks" in rule && "phases" in rule;
}

function toArguments(code: string, { phase, file, context, ruleId, explain }: ClientCheckOptions): Record<string, unknown> {
  return {
    ...(phase !== undefined && { phase }),
    ...(ruleId !== undefined && { rule_id: ruleId }),
    ...(explain !== undefined && { explain }),
    context: { ...context, code, ...(file !== undefined && { file }) },
  };
}

/** The phase goes both ways: where a server's protocol drops the one, it keeps the other. */
function toListParams(phase: Phase | undefined, cursor: string | undefined): Record<string, unknown> {
  return {
    ...(cursor !== undefined && { cursor }),
    ...(phase !== undefined && { phase, _meta: { [metaKeys.phase]: phase } }),
  };
}
