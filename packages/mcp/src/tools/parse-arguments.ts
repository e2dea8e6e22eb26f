import * as z from "zod/mini";
import { InvalidArgumentsError } from "../invalid-arguments.ts";

const maxIssues = 10;

/** Reads the arguments of a call. @throws InvalidArgumentsError, which names each invalid argument. */
export function parseArguments<Schema extends z.ZodMiniType>(schema: Schema, written: unknown): z.infer<Schema> {
  const result = z.safeParse(schema, written ?? {});
  if (result.success) return result.data;
  const { issues } = result.error;
  const named = issues.slice(0, maxIssues).map(({ path, message }) => `\`${path.join(".") || "arguments"}\` ${message}`);
  const more = issues.length > maxIssues ? `; and ${issues.length - maxIssues} more` : "";
  throw new InvalidArgumentsError(`${named.join("; ")}${more}.`);
}
