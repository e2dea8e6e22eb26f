import {
  fromMemoryRule,
  fromMemoryRulesResponse,
  GetMemoryRuleByIdRequestSchema,
  GetMemoryRulesRequestSchema,
  MemoryRulesService,
  SearchMemoryRulesRequestSchema,
  toRequestMessage,
  UpdateRuleUsageRequestSchema,
  UpdateRuleUsageResponseSchema,
} from "@precept/contract/memory";
import { toJson, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { createClient, type CallOptions as ConnectOptions, type Client } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import type { MemoryService, UpdateRuleUsageResponse } from "@precept/core";
import { positionHeaders, type CallOptions } from "../transport/options.ts";
import { ServerError } from "../server-error.ts";
import type { Transport } from "../transport/transport.ts";
import { createCallFetch } from "./call-fetch.ts";

/**
 * The memory service of a server, with the requests and responses of `MemoryService` of `@precept/core`, so that a
 * program can use either. The signal of a call has to be an `AbortSignal`.
 */
export type MemoryClient = {
  readonly [Call in keyof MemoryService]: (
    request: Parameters<MemoryService[Call]>[0],
    options?: CallOptions,
  ) => ReturnType<MemoryService[Call]>;
};

type MemoryStub = Client<typeof MemoryRulesService>;

export function createMemoryClient(transport: Transport): MemoryClient {
  function createCall<Schema extends DescMessage, Response>(
    schema: Schema,
    run: (stub: MemoryStub, message: MessageShape<Schema>, options: ConnectOptions) => Promise<Response>,
    isRepeatable = true,
  ) {
    return async (request: object, options: CallOptions = {}): Promise<Response> => {
      const message = readRequest(schema, request);
      const { fetch, toError } = createCallFetch(transport, { ...options, isRepeatable });
      const { timeoutMs = transport.timeoutMs, headers } = options;
      const project = transport.project === undefined ? undefined : { "precept-project": transport.project };
      const baseUrl = transport.url;
      const stub = createClient(MemoryRulesService, createConnectTransport({ baseUrl, fetch, useBinaryFormat: true }));
      try {
        // The server stops working on the call after the time.
        return await run(stub, message, {
          headers: { ...project, ...positionHeaders(options), ...headers },
          ...(timeoutMs > 0 && { timeoutMs }),
        });
      } catch (error) {
        throw toError(error);
      }
    };
  }
  return {
    getMemoryRules: createCall(GetMemoryRulesRequestSchema, async (stub, ...call) =>
      fromMemoryRulesResponse(await stub.getMemoryRules(...call)),
    ),
    searchMemoryRules: createCall(SearchMemoryRulesRequestSchema, async (stub, ...call) =>
      fromMemoryRulesResponse(await stub.searchMemoryRules(...call)),
    ),
    getMemoryRuleById: createCall(GetMemoryRuleByIdRequestSchema, async (stub, ...call) =>
      fromMemoryRule(await stub.getMemoryRuleById(...call)),
    ),
    updateRuleUsage: createCall(
      UpdateRuleUsageRequestSchema,
      async (stub, ...call) => {
        const response = await stub.updateRuleUsage(...call);
        const json = toJson(UpdateRuleUsageResponseSchema, response, { useProtoFieldName: true, alwaysEmitImplicit: true });
        return json as unknown as UpdateRuleUsageResponse;
      },
      // Each call counts a use.
      false,
    ),
  };
}

function readRequest<Schema extends DescMessage>(schema: Schema, request: object): MessageShape<Schema> {
  try {
    return toRequestMessage(schema, request);
  } catch (cause) {
    const reason = (cause as Error).message.replace(/^cannot decode (?:message|field) precept\.memory\.v1\./, "");
    throw new ServerError(
      { code: "REQUEST_INVALID", message: `The request is not valid: ${reason}.`, status: 400, reasons: [reason] },
      { cause },
    );
  }
}
