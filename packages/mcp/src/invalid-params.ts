import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { InvalidArgumentsError } from "./invalid-arguments.ts";

const maxIssues = 10;

const issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).check(z.minLength(1));

export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Converts invalid arguments, and the SDK's plain error for malformed requests, to a protocol error. Keeps others. */
export function toInvalidParams(error: unknown): unknown {
  if (error instanceof InvalidArgumentsError) return invalidParams(error.message);
  if (!(error instanceof Error) || error instanceof ProtocolError) return error;
  const found = readIssues(error.message);
  if (found === undefined) return error;
  const named = found.slice(0, maxIssues).map(({ path, message }) => `${path.join(".")}: ${message}`);
  const more = found.length > maxIssues ? `; and ${found.length - maxIssues} more` : "";
  return invalidParams(`${named.join("; ")}${more}`);
}

function readIssues(message: string): z.infer<typeof issues> | undefined {
  if (!message.startsWith("[")) return undefined;
  try {
    return z.safeParse(issues, JSON.parse(message)).data;
  } catch {
    return undefined;
  }
}
