import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server, type Transport } from "@modelcontextprotocol/server";
import { phases, policyActions, policyActionSpecs, type Phase, type PriorityNotification } from "@precept/governance";
import * as z from "zod/mini";
import type { RuleEngineHost } from "../host/host.ts";
import { metaKeys, notificationsUri, priorityExtension, priorityMethod } from "../names.ts";
import { createPriorityQueue, type PriorityQueue } from "../queue/priority-queue.ts";
import { callTool } from "./call-tool.ts";
import { listTools } from "./list-tools.ts";
import type { ProtocolEra } from "./policy-tools.ts";

export interface RuleEngineServerOptions {
  /** The name of the server. Default `precept`. */
  readonly name?: string;
  /** The version of the server. Default `0.0.0`. */
  readonly version?: string;
  /** The protocol generation of its clients. Default `legacy`, with a handshake. */
  readonly era?: ProtocolEra;
  /** The phase of requests without one. Default: policies of all phases are checked. */
  readonly phase?: Phase;
  /** Whether clients can register policies, and replace existing ones with newer versions. Default true. */
  readonly mayRegister?: boolean;
  /** The number of policies in one page of `tools/list`. Default 100. */
  readonly pageSize?: number;
  /** The queue of notifications, which servers can share. Default: a new queue. */
  readonly queue?: PriorityQueue;
  /** Whether to send notifications of changes. False over HTTP, where the handler sends them. Default true. */
  readonly pushes?: boolean;
}

const instructions =
  "Precept's rule engine checks what agents write, run and say against the policies of a project. Call `rule_engine` with action `execute`, the " +
  "phase of your work and `context: {code, file}` before you hand in code, and act on the answer: " +
  policyActions.map((action) => `${action}: ${policyActionSpecs[action].instruction}; `).join("") +
  "PASS: no violations. `check_violation` only reports violations and changes nothing.";

const listParams = z.looseObject({ cursor: z.optional(z.string()), phase: z.optional(z.enum(phases)) });
const phaseInMeta = z.optional(z.enum(phases));

/**
 * Creates an MCP server with the tool `rule_engine`, a tool for each policy, and notifications of violations. It has no transport: connect it to
 * one.
 */
export function createRuleEngineServer(host: RuleEngineHost, options: RuleEngineServerOptions = {}): Server {
  return new RuleEngineServer(host, options);
}

class RuleEngineServer extends Server {
  readonly #host: RuleEngineHost;
  readonly #options: RuleEngineServerOptions;
  readonly #queue: PriorityQueue;
  readonly #era: ProtocolEra;
  /** Whether a client of an older protocol subscribed. In newer protocols the SDK manages subscriptions. */
  #isQueueWatched: boolean;
  #unsubscribers: readonly (() => void)[] = [];

  constructor(host: RuleEngineHost, options: RuleEngineServerOptions) {
    const { name = "precept", version = "0.0.0", era = "legacy", queue = createPriorityQueue() } = options;
    super(
      { name, version },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true },
          extensions: { [priorityExtension]: {} },
        },
        instructions,
      },
    );
    this.#host = host;
    this.#options = options;
    this.#queue = queue;
    this.#era = era;
    this.#isQueueWatched = era === "modern";
    this.#handleTools();
    this.#handleResources();
  }

  /** Connects a transport, and sends notifications of changes until it closes. */
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    if (this.#options.pushes === false) return;
    this.#unsubscribers = [
      this.#host.subscribe(() => void this.sendToolListChanged().catch(ignore)),
      this.#queue.subscribe(() => {
        if (this.#isQueueWatched) void this.sendResourceUpdated({ uri: notificationsUri }).catch(ignore);
      }),
    ];
  }

  protected override _onclose(): void {
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    this.#unsubscribers = [];
    super._onclose();
  }

  #handleTools(): void {
    const { pageSize = 100, mayRegister = true } = this.#options;
    // The schema of the protocol has no phase and would drop it.
    this.setRequestHandler("tools/list", { params: listParams }, async ({ cursor, phase }, { mcpReq }) => ({
      ...(await listTools(this.#host, { phase: phase ?? this.#phaseOf(mcpReq._meta), era: this.#era, cursor, pageSize })),
      _meta: this.#resultMeta(),
    }));
    this.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const result = await callTool(this.#host, {
        name: params.name,
        arguments: params.arguments,
        phase: this.#phaseOf(mcpReq._meta),
        era: this.#era,
        mayRegister,
        signal: mcpReq.signal,
        notify: async (notifications) => {
          this.#queue.push(notifications);
          for (const one of notifications) await mcpReq.notify(toMessage(one)).catch(ignore);
        },
      });
      if (result === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      return { ...result, _meta: this.#resultMeta() };
    });
  }

  #handleResources(): void {
    const resource = { uri: notificationsUri, name: "notifications", mimeType: "application/json" };
    const description = "The latest violations, most urgent first.";
    this.setRequestHandler("resources/list", () => ({ resources: [{ ...resource, description }] }));
    this.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
    this.setRequestHandler("resources/read", ({ params }) => {
      assertQueue(params.uri);
      const text = JSON.stringify({ ...this.#queue.head(), notifications: this.#queue.entries() });
      return { contents: [{ uri: notificationsUri, mimeType: resource.mimeType, text }] };
    });
    this.setRequestHandler("resources/subscribe", ({ params }) => {
      assertQueue(params.uri);
      this.#isQueueWatched = true;
      return {};
    });
    this.setRequestHandler("resources/unsubscribe", ({ params }) => {
      assertQueue(params.uri);
      this.#isQueueWatched = false;
      return {};
    });
  }

  #phaseOf(meta: Readonly<Record<string, unknown>> | undefined): Phase | undefined {
    const { success, data, error } = phaseInMeta.safeParse(meta?.[metaKeys.phase]);
    if (success) return data ?? this.#options.phase;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `_meta["${metaKeys.phase}"]: ${z.prettifyError(error)}`);
  }

  #resultMeta(): Record<string, unknown> {
    return { [metaKeys.notifications]: this.#queue.head() };
  }
}

function toMessage(notification: PriorityNotification): { method: string; params: Record<string, unknown> } {
  return { method: priorityMethod, params: { ...notification } };
}

function assertQueue(uri: string): void {
  if (uri !== notificationsUri) throw new ResourceNotFoundError(uri);
}

/** Ignores errors of sending to a client that has disconnected. */
function ignore(): void {}
