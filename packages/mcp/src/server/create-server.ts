import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Server,
  type ClientCapabilities,
  type Implementation,
  type ServerEvent,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import { visibleLine } from "@precept/lint";
import { phases, type Phase, type PriorityNotification } from "@precept/governance";
import * as z from "zod/mini";
import type { PreceptHost } from "../host/precept-host.ts";
import { lineLimits } from "../limits.ts";
import { metaKeys, priorityExtension, priorityMethod } from "../names.ts";
import { resourcesOf, type HostResources } from "../resources/resources.ts";
import type { Asking } from "../tools/ask-user.ts";
import { callTool, defaultTools, isListed, listTools, type ListedTools } from "../tools/tools.ts";
import type { ProtocolEra } from "../tools/policy-tools.ts";
import { watchHost } from "./host-events.ts";
import { composeInstructions } from "./instructions.ts";
import { observeRequest } from "./observe-request.ts";
import { invalidParams, toInvalidParams } from "../invalid-params.ts";
import { handleCompletion } from "./completion-handler.ts";
import { handlePrompts } from "../prompts/rule-prompt.ts";
import { ResourceHandlers } from "./resource-handlers.ts";

const listParams = z.looseObject({ cursor: z.optional(z.string()), phase: z.optional(z.enum(phases)) });
const phaseInMeta = z.optional(z.enum(phases));

/** The state of a call whose user is asked: an id of the server. It prevents that advice is counted twice. */
const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Handler = Parameters<Server["_wrapHandler"]>[1];

class PreceptServer extends Server {
  readonly #host: PreceptHost;
  readonly #options: PreceptServerOptions;
  readonly #tools: ListedTools;
  readonly #resources: HostResources;
  readonly #resourceHandlers: ResourceHandlers;
  #unsubscribe: () => void = () => undefined;

  constructor(host: PreceptHost, options: PreceptServerOptions) {
    const { name = "precept", version = "0.0.0", era = "legacy", pageSize = 100 } = options;
    const { answerCharacters = defaultAnswerCharacters, pushes = true, watched = new Set() } = options;
    // Over HTTP, a client of the older protocol gets no changes without a session.
    const sendsChanges = era === "modern" || pushes || options.watched !== undefined;
    super(
      { name, version },
      {
        capabilities: {
          tools: { listChanged: sendsChanges },
          resources: { subscribe: sendsChanges, listChanged: sendsChanges },
          prompts: {},
          completions: {},
          ...(host.policies !== undefined && { extensions: { [priorityExtension]: {} } }),
        },
      },
    );
    this.#host = host;
    this.#options = options;
    this.#tools = options.tools ?? defaultTools;
    this.#resources = resourcesOf(host);
    this.#resourceHandlers = new ResourceHandlers(this, this.#resources.sources, {
      pageSize,
      watched,
      watchesAll: era === "modern",
    });
    handlePrompts(this, host, answerCharacters);
    handleCompletion(this, host, this.#resources.sources);
    this.#handleTools(pageSize, era, answerCharacters);
  }

  /** Connects a transport, and sends notifications of changes until it closes. */
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    if (this.#options.pushes === false) return;
    this.#unsubscribe = watchHost(this.#host, this.#resources.sources, (event) => void this.#push(event).catch(ignore));
  }

  protected override _onclose(): void {
    this.#unsubscribe();
    super._onclose();
  }

  /**
   * Names what is wrong with invalid parameters, and adds the instructions to the answer of the two methods that open a
   * session. They are composed only then, since they read all rules.
   */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const checked: Handler = async (request, context) => {
      try {
        return await handler(request, context);
      } catch (error) {
        throw toInvalidParams(error);
      }
    };
    const wrapped = super._wrapHandler(method, checked);
    const opensSession = method === "initialize" || method === "server/discover";
    return (request, context) =>
      observeRequest(request, async () => {
        const result = await wrapped(request, context);
        return opensSession ? { ...result, instructions: await composeInstructions(this.#host, this.#tools) } : result;
      });
  }

  async #push(event: ServerEvent): Promise<void> {
    switch (event.kind) {
      case "tools_list_changed":
        return this.sendToolListChanged();
      case "prompts_list_changed":
        return this.sendPromptListChanged();
      case "resources_list_changed":
        return this.sendResourceListChanged();
      case "resource_updated":
        if (this.#resourceHandlers.isWatched(event.uri)) await this.sendResourceUpdated({ uri: event.uri });
    }
  }

  #handleTools(pageSize: number, era: ProtocolEra, answerCharacters: number): void {
    // The schema of the protocol has no phase and would drop it.
    this.setRequestHandler("tools/list", { params: listParams }, async ({ cursor, phase }, { mcpReq }) => ({
      ...(await listTools(this.#host, {
        requested: phase ?? this.#phaseIn(mcpReq._meta),
        phase: this.#options.phase,
        era,
        tools: this.#tools,
        policyTools: this.#options.policyTools === true,
        cursor,
        pageSize,
      })),
      _meta: this.#resultMeta(),
    }));
    this.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const result = await callTool(params.name, {
        host: this.#host,
        arguments: params.arguments,
        signal: mcpReq.signal,
        answerCharacters,
        phase: this.#phaseIn(mcpReq._meta) ?? this.#options.phase,
        era,
        asking: this.#askingOf(mcpReq, era),
        client: this.getClientVersion()?.name,
        lists: (name) => isListed(this.#host, this.#tools, name),
        notify: (notifications) => this.#notify(notifications, mcpReq),
      });
      if (result === undefined) throw invalidParams(`Unknown tool: ${params.name}`);
      return { ...result, _meta: this.#resultMeta() };
    });
  }

  /** Whether the client can ask its user. In the older protocol it is asked over the connection, which HTTP has not. */
  #askingOf(request: ServerContext["mcpReq"], era: ProtocolEra): Asking | undefined {
    const envelope = (request.envelope ?? {}) as Readonly<Record<string, ClientCapabilities | undefined>>;
    const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? this.getClientCapabilities();
    if (capabilities?.elicitation === undefined || (era === "legacy" && this.#options.pushes === false)) return undefined;
    const { elicitation } = capabilities;
    // A client that names only URLs cannot show a form. One that names nothing can.
    if (elicitation.form === undefined && elicitation.url !== undefined) return undefined;
    const client = (envelope[CLIENT_INFO_META_KEY] ?? this.getClientVersion()) as Implementation | undefined;
    const state = request.requestState();
    return {
      by: visibleLine(`user of ${client?.name ?? "an MCP client"}`, lineLimits.name),
      responses: request.inputResponses,
      state: typeof state === "string" && isUuid.test(state) ? state : undefined,
    };
  }

  async #notify(notifications: readonly PriorityNotification[], request: ServerContext["mcpReq"]): Promise<void> {
    this.#resources.queue.push(notifications);
    for (const one of notifications) await request.notify({ method: priorityMethod, params: { ...one } }).catch(ignore);
  }

  #phaseIn(meta: Readonly<Record<string, unknown>> | undefined): Phase | undefined {
    const { success, data, error } = phaseInMeta.safeParse(meta?.[metaKeys.phase]);
    if (success) return data;
    throw invalidParams(`_meta["${metaKeys.phase}"]: ${z.prettifyError(error)}`);
  }

  #resultMeta(): Record<string, unknown> {
    return { [metaKeys.notifications]: this.#resources.queue.head() };
  }
}

/** Ignores errors of sending to a client that has disconnected. */
function ignore(): void {}

/** The default of `answerCharacters`: about 5,000 tokens. */
export const defaultAnswerCharacters = 20_000;

/** The options of an MCP server. */
export interface PreceptServerOptions {
  /** The name of the server. Default `precept`. */
  readonly name?: string;
  /** The version of the server. Default `0.0.0`. */
  readonly version?: string;
  /** The protocol generation of its clients. Default `legacy`, with a handshake. */
  readonly era?: ProtocolEra;
  /** The phase of requests without one. Default: policies of all phases are checked. */
  readonly phase?: Phase;
  /**
   * The tools to list, in addition to the tools of the agent context: names, or `all` with their full schemas. A host may
   * not have all of them. Tools that are not listed can be called, too. Default {@link defaultTools}.
   */
  readonly tools?: ListedTools;
  /**
   * Whether to list a tool for each policy, under a name such as `rule_engine-NO-EVAL`. Default false: only requests that
   * name a phase list them.
   */
  readonly policyTools?: boolean;
  /** The number of policies or resources in one page of a list. Default 100. */
  readonly pageSize?: number;
  /**
   * The maximum length of one answer about rules, in UTF-16 code units. What does not fit follows on the next page.
   * Clients can ask for another length. Default {@link defaultAnswerCharacters}.
   */
  readonly answerCharacters?: number;
  /** Whether to send notifications of changes. False over HTTP, where separate streams send them. Default true. */
  readonly pushes?: boolean;
  /** The URIs that a client of the older protocol watches, if they outlive the server. Default: an own set. */
  readonly watched?: Set<string> | undefined;
}

/**
 * Creates an MCP server for one session: the tools, prompts and resources of its host, and notifications of changes and
 * violations. It has no transport: connect it to one.
 */
export function createPreceptServer(host: PreceptHost, options: PreceptServerOptions = {}): Server {
  return new PreceptServer(host, options);
}
