import { routeTable } from "@precept/contract/table";
import { positionHeader } from "@precept/contract/values";
import { positionHeaders, type CallOptions } from "../transport/options.ts";
import type { Transport } from "../transport/transport.ts";
import { buildPath, pathParameters, type RequestParts } from "./build-path.ts";
import { methodNames, type JsonRouteId } from "./method-names.ts";
import { readAnswer } from "./read-answer.ts";
import type { RouteAnswerOf, RouteClient, SendRoute } from "./route-client.ts";

/** Creates the function that sends the requests of all routes. */
export function createSendRoute(transport: Transport): SendRoute {
  return async (id, request, options = {}) => {
    const { method, path, isRepeatable } = routeTable[id];
    const parts = request as RequestParts;
    const isConditional = options.ifMatch !== undefined && (method === "put" || method === "delete");
    const answer = await transport.send(
      {
        method: method.toUpperCase(),
        path: transport.projectPath(buildPath(path, parts)),
        headers: {
          accept: "application/json",
          ...(parts.body !== undefined && { "content-type": "application/json" }),
          ...positionHeaders(options),
          ...(options.ifMatch !== undefined && { "if-match": options.ifMatch }),
          ...options.headers,
        },
        body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
        // A change with `ifMatch` takes effect at most once.
        isRepeatable: isRepeatable || isConditional,
      },
      options,
    );
    const etag = answer.headers.get("etag");
    const position = answer.headers.get(positionHeader);
    const requestId = answer.headers.get("x-request-id");
    const read: RouteAnswerOf<JsonRouteId> = {
      body: readAnswer(answer) as never,
      status: answer.status,
      headers: answer.headers,
      ...(etag !== null && { etag }),
      ...(position !== null && { position }),
      ...(requestId !== null && { requestId }),
    };
    return read;
  };
}

export function createRouteClient(send: SendRoute): RouteClient {
  const client: Record<string, unknown> = {};
  for (const [id, name] of Object.entries(methodNames) as [JsonRouteId, string][]) {
    const [first = name, second] = name.split(".");
    const method = createMethod(id, send);
    if (second === undefined) client[first] = method;
    else client[first] = { ...(client[first] as object | undefined), [second]: method };
  }
  return client as RouteClient;
}

function createMethod(id: JsonRouteId, send: SendRoute): (...values: readonly unknown[]) => Promise<unknown> {
  const { path, hasBody, hasQuery } = routeTable[id];
  const names = pathParameters(path);
  return async (...values) => {
    const rest = values.slice(names.length);
    // A route with a body always needs one, even if all its fields are optional.
    const body = hasBody ? (rest.shift() ?? {}) : undefined;
    const first = names.length === 0 && !hasBody && hasQuery ? rest.shift() : undefined;
    const { query = first, ...options } = (rest[0] ?? {}) as CallOptions & Pick<RequestParts, "query">;
    const parts: RequestParts = {
      params: Object.fromEntries(names.map((name, at) => [name, values[at]])),
      ...(hasBody && { body }),
      ...(query !== undefined && { query: query as NonNullable<RequestParts["query"]> }),
    };
    const answer = await send(id, parts as never, options);
    return answer.body;
  };
}
