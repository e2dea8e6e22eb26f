import { isDeepStrictEqual } from "node:util";
import { commonErrors, problem, type Route } from "@precept/contract";
import { findRoute } from "./test-server.ts";

/** Statuses of errors that do not depend on the route: the path or the method is unknown. */
const pathErrors: readonly number[] = [404, 405];

/** Statuses of a request that every route can refuse. A bug is never documented behaviour. */
const refusals: readonly number[] = commonErrors.filter((status) => status !== 500);

/** Finds out how an answer differs from the documentation of its route. @returns undefined if it does not. */
export async function findBreach(
  { method }: { readonly method: string },
  url: URL,
  response: Response,
): Promise<string | undefined> {
  const { status, headers } = response;
  const route = findRoute(method === "HEAD" ? "GET" : method, url);
  if (!documentedStatuses(method, route).includes(status)) return `undocumented status ${status}`;
  // The server's own id, or the client's.
  if (!/^[\w.:+/=-]{1,128}$/.test(headers.get("x-request-id") ?? "")) return "no request id";
  if (headers.get("content-type") === "text/event-stream") {
    await response.body?.cancel();
    return undefined;
  }
  const text = await response.text();
  if (method === "HEAD" || status === 204 || status === 304) return text === "" ? undefined : "a body";
  if (status >= 400) return findBreachOfProblem(response, text);
  const { success, data, error } = route?.answer.body?.safeParse(JSON.parse(text)) ?? { success: true, data: undefined };
  if (!success) return error?.message;
  // Parsing removes undocumented fields.
  return data === undefined || isDeepStrictEqual(data, JSON.parse(text)) ? undefined : "undocumented fields";
}

function findBreachOfProblem({ status, headers }: Response, text: string): string | undefined {
  if (headers.get("content-type") !== "application/problem+json") return "an error that is not a problem";
  const { success, data, error } = problem.safeParse(JSON.parse(text));
  if (!success) return error.message;
  return data.status === status && data.request_id === headers.get("x-request-id") ? undefined : "a problem of another answer";
}

function documentedStatuses(method: string, route: Route | undefined): readonly number[] {
  if (route !== undefined) {
    const unchanged = route.condition === "if-none-match" ? [304] : [];
    // An event stream without its body has no use.
    const refused = method === "HEAD" && route.answer.type !== undefined ? [405] : [];
    return [route.answer.status, ...unchanged, ...refused, ...refusals, ...(route.errors ?? []), 404];
  }
  return [...refusals, ...pathErrors, ...(method === "HEAD" || method === "OPTIONS" ? [200, 204] : [])];
}
