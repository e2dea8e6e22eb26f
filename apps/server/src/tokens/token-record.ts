import type { Wire } from "@precept/contract";
import { roles } from "@precept/contract/values";
import { userIdExpected, userIdPattern } from "@precept/workspace";
import * as z from "zod/mini";
import { tokenIdPattern } from "./token.ts";

const time = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), "must be a time, such as 2026-01-31T12:00:00Z"));

const record = z.strictObject({
  id: z.string().check(z.regex(tokenIdPattern, "must be 10 lower-case letters and digits")),
  /** The SHA-256 of the secret. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hexadecimal")),
  /** The user for whom requests with the token are answered. */
  user: z.string().check(z.regex(userIdPattern, `must consist of ${userIdExpected}`)),
  role: z.enum(roles),
  /** The ids of the projects that the token gives access to. */
  projects: z.union([z.literal("all"), z.array(z.string().check(z.minLength(1)))], '"all", or a list of project ids'),
  /**
   * Whether requests with the token may have main sessions, which get MEMORY.md. Absent in files of older versions, and
   * written only if it is granted, so that these can read the others.
   */
  main_session: z.exactOptional(z.boolean()),
  created_at: time,
  /** Null: never. */
  expires_at: z.nullable(time),
  /** What the token is for. May be empty. */
  note: z._default(z.string(), ""),
});

/** A token as the token file stores it: everything except its secret. Times are ISO 8601. */
export type TokenRecord = Wire<typeof record>;

const tokenFile = z.strictObject({ version: z.literal(1), tokens: z.array(record) });

/** The records of a token file, or the reason why they cannot be read. */
type ReadTokens =
  | { readonly tokens: readonly TokenRecord[]; readonly reason?: undefined }
  | { readonly tokens?: undefined; readonly reason: string };

/** Reads the text of a token file. Messages name the invalid field, never its value. */
export function parseTokenFile(text: string): ReadTokens {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The message of the parser quotes the text.
    return { reason: "it is not valid JSON" };
  }
  const { success, data, error } = tokenFile.safeParse(value);
  if (!success) {
    const [issue] = error.issues;
    const path = (issue?.path ?? []).map((segment) => `/${String(segment)}`).join("");
    return { reason: `${path === "" ? "the file" : path} ${describe(issue)}` };
  }
  const ids = new Set<string>();
  for (const { id } of data.tokens) {
    if (ids.has(id)) return { reason: `two tokens have the id ${id}` };
    ids.add(id);
  }
  return { tokens: data.tokens };
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return `has unknown fields: ${issue.keys.join(", ")}`;
  return issue?.code === "custom" || issue?.code === "invalid_format" ? issue.message : "is missing or has another type";
}

/** Returns the text of a token file. */
export function formatTokenFile(tokens: readonly TokenRecord[]): string {
  return `${JSON.stringify({ version: 1, tokens }, undefined, 2)}\n`;
}
