import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@precept/core";
import * as z from "zod/mini";
import { InvalidArgumentsError } from "../invalid-arguments.ts";

const maxIssues = 10;

/** Other names of arguments, which are accepted but not listed, with the listed names: `{ paths: "files" }`. */
export type ArgumentAliases = Readonly<Record<string, string>>;

/** Reads the arguments of a call. @throws InvalidArgumentsError, which names each invalid argument as the client did. */
export function parseArguments<Schema extends z.ZodMiniType>(
  schema: Schema,
  written: unknown,
  aliases: ArgumentAliases = {},
): z.infer<Schema> {
  const { args, writtenNames } = renameAliases(written ?? {}, aliases);
  const result = z.safeParse(schema, args);
  if (result.success) return result.data;
  const { issues } = result.error;
  const named = issues.slice(0, maxIssues).map(({ path: [first, ...rest], message }) => {
    const path = first === undefined ? [] : [writtenNames.get(first) ?? first, ...rest];
    return `\`${path.join(".") || "arguments"}\` ${message}`;
  });
  const more = issues.length > maxIssues ? `; and ${issues.length - maxIssues} more` : "";
  throw new InvalidArgumentsError(`${named.join("; ")}${more}.`);
}

/** @throws InvalidArgumentsError if an argument has different values under two names. */
function renameAliases(
  written: unknown,
  aliases: ArgumentAliases,
): { readonly args: unknown; readonly writtenNames: ReadonlyMap<PropertyKey, string> } {
  const writtenNames = new Map<PropertyKey, string>();
  if (!isRecord(written)) return { args: written, writtenNames };
  const isWritten = (name: string): boolean => Object.hasOwn(written, name) && written[name] !== undefined;
  const used = Object.entries(aliases).filter(([alias]) => isWritten(alias));
  if (used.length === 0) return { args: written, writtenNames };
  for (const [alias, name] of used) {
    if (!isWritten(name)) writtenNames.set(name, alias);
    else if (!isDeepStrictEqual(written[alias], written[name])) throw differentValues(name, alias);
  }
  const others = Object.entries(written).filter(([name]) => !used.some(([alias]) => alias === name));
  const renamed = used.map(([alias, name]) => [name, written[alias]] as const);
  return { args: Object.fromEntries([...others, ...renamed]), writtenNames };
}

function differentValues(name: string, alias: string): InvalidArgumentsError {
  return new InvalidArgumentsError(
    `\`${name}\` and \`${alias}\` are the same argument and have different values. Pass only \`${name}\`.`,
  );
}
