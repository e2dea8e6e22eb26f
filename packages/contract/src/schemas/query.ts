import { z } from "zod";
import { count, textOrNull } from "../wire-parts.ts";

/** A parameter of a query that may be repeated. */
export function repeatable<Item extends z.ZodType<unknown, string>>(item: Item) {
  const items = z.array(item).max(1000);
  return z
    .union([items, item])
    .transform((value): z.output<Item>[] => (Array.isArray(value) ? (value as z.output<Item>[]) : [value as z.output<Item>]));
}

/** A boolean in a query. */
export const queryFlag = z.enum(["true", "false"]).transform((value) => value === "true");

/** An id that clients choose. */
export const identifier = z
  .string()
  .min(1)
  .refine((text) => text.isWellFormed(), "Must be well-formed Unicode");

const user = identifier.describe(
  "The user whose rules are meant. Default: the user of the token. Only an admin may name another.",
);

const project = identifier.describe("The project in a store of several projects. Default: that of the configuration.");

/** For whom a request is answered, in a query. */
export const tenantQuery = { user_id: user.optional(), project_id: project.optional() };

/** For whom a request is answered, in a body. */
export const namedTenant = { user_id: user.nullish(), project_id: project.nullish() };

/** Which page of a list to answer with. The default limit is 100, the highest 1000. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe("The maximum number of entries of the page."),
  cursor: z.string().min(1).optional().describe("The `next_cursor` of the previous page."),
};

/** The cursor of the next page. */
export const nextCursor = textOrNull.describe("The cursor of the next page; null on the last page.");

/** The number of entries on all pages. */
export const total = count.describe("The number of entries on all pages.");
