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
import { createClient, type Client } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import type { MemoryService, UpdateRuleUsageResponse } from "@precept/core";
import type { CallOptions } from "../transport/options.ts";
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

/** Creates the client of the memory service. */
export function createMemoryClient(transport: Transport): MemoryClient {
  async function call<Schema extends DescMessage, Response>(
    schema: Schema,
    request: object,
    options: CallOptions = {},
    run: (stub: MemoryStub, message: MessageShape<Schema>) => Promise<Response>,
    isRepeatable = true,
  ): Promise<Response> {
    const message = readRequest(schema, request);
    const { fetch, toError } = createCallFetch(transport, { ...options, isRepeatable });
    const stub = createClient(
      MemoryRulesService,
      createConnectTransport({ baseUrl: transport.url, fetch, useBinaryFormat: true }),
    );
    try {
      return await run(stub, message);
    } catch (error) {
      throw toError(error);
    }
  }
  const headers = transport.project === undefined ? undefined : { "precept-project": transport.project };
  // The server stops working on the call after this time.
  const settings = ({ timeoutMs = transport.timeoutMs, headers: more }: CallOptions = {}) => ({
    headers: { ...headers, ...more },
    ...(timeoutMs > 0 && { timeoutMs }),
  });
  return {
    getMemoryRules: (request, options) =>
      call(GetMemoryRulesRequestSchema, request, options, async (stub, message) =>
        fromMemoryRulesResponse(await stub.getMemoryRules(message, settings(options))),
      ),
    searchMemoryRules: (request, options) =>
      call(SearchMemoryRulesRequestSchema, request, options, async (stub, message) =>
        fromMemoryRulesResponse(await stub.searchMemoryRules(message, settings(options))),
      ),
    getMemoryRuleById: (request, options) =>
      call(GetMemoryRuleByIdRequestSchema, request, options, async (stub, message) =>
        fromMemoryRule(await stub.getMemoryRuleById(message, settings(options))),
      ),
    updateRuleUsage: (request, options) =>
      call(
        UpdateRuleUsageRequestSchema,
        request,
        options,
        async (stub, message) => {
          const response = await stub.updateRuleUsage(message, settings(options));
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
