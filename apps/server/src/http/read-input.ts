import { pushAll } from "@precept/core";
import type { Route } from "@precept/contract";
import type { Context } from "hono";
import type { z } from "zod";
import type { Limits } from "../access/limits.ts";
import { toInvalidInput, toInvalidParts, type InvalidPart } from "../problems/invalid-input.ts";
import type { ServerEnvironment } from "./environment.ts";
import { readJson } from "./read-json.ts";
import { readQuery } from "./read-query.ts";

/** The validated parts of a request. Those that the route does not have are undefined. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Reads and validates a request. @throws PreceptError `MEDIA_TYPE_UNSUPPORTED`, `BODY_TOO_LARGE`, `REQUEST_INVALID` */
export async function readInput({ req }: Context<ServerEnvironment>, route: Route, limits: Limits): Promise<Input> {
  const invalid: InvalidPart[] = [];
  const validate = (part: "param" | "json", schema: z.ZodType, value: unknown): unknown => {
    const { data, error } = schema.safeParse(value);
    pushAll(invalid, toInvalidParts(part, error?.issues ?? []));
    return data;
  };
  const validateQuery = (schema: z.ZodObject): unknown => {
    const query = readQuery(schema, req.queries());
    pushAll(invalid, query.invalid);
    return query.data;
  };
  // The body is read first: its limits hold for invalid requests, too.
  const json = route.body && (await readJson(req.raw, limits));
  const input = {
    params: route.params && validate("param", route.params, req.param()),
    query: route.query && validateQuery(route.query),
    body: route.body && validate("json", route.body, json),
  };
  if (invalid.length > 0) throw toInvalidInput(invalid);
  return input;
}
