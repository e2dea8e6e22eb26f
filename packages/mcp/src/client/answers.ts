import * as z from "zod/mini";

// What a server sends, as far as it is used. The rest is let through: servers may be newer.

const meta = z.optional(z.record(z.string(), z.unknown()));

/** A tool, with the annotations of the policy that it belongs to. */
const listedTool = z.looseObject({
  name: z.string(),
  description: z.optional(z.string()),
  inputSchema: z.looseObject({ type: z.literal("object") }),
  annotations: z.optional(z.looseObject({ severity: z.optional(z.string()), handler: z.optional(z.string()) })),
  _meta: meta,
});
export type ListedTool = z.infer<typeof listedTool>;

export const toolPageSchema = z.looseObject({ tools: z.array(listedTool), nextCursor: z.optional(z.string()) });

export const resultSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.optional(z.string()) })),
  structuredContent: z.optional(z.record(z.string(), z.unknown())),
  isError: z.optional(z.boolean()),
  _meta: meta,
});

export const contentsSchema = z.looseObject({ contents: z.array(z.looseObject({ text: z.optional(z.string()) })) });

export const notificationSchema = z.object({
  rule_id: z.string(),
  violation: z.object({ location: z.string(), message: z.string(), suggestion: z.nullable(z.string()) }),
  priority: z.string(),
  handler: z.string(),
});
