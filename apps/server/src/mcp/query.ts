import { projectRoutes } from "@precept/contract";
import { phases } from "@precept/governance";
import { toolNames } from "@precept/mcp";
import { z } from "zod";
import { readQuery } from "../http/read-query.ts";
import { toInvalidInput } from "../problems/invalid-input.ts";

const name = z.string().min(1).max(200);

/** What the URL of an MCP client can set, since the settings of agents have one place for it. */
const mcpQuery = z.strictObject({
  /** The phase of the work, for policies. Default: all phases. */
  phase: z.enum(phases).optional(),
  /** The session whose rules apply too, as `session_id` in REST. Default: that of the protocol, if it has one. */
  session: name.optional(),
  /**
   * The type of the session, to get the agent context too: `main` needs a token with main sessions. Default: no agent
   * context.
   */
  session_type: projectRoutes.getContext.query.shape.session_type.unwrap().optional(),
  /** The tool that the rules are for, such as `claude`. Default: all tools. */
  tool: name.optional(),
  /** The tools to list: names, separated by commas, or `all`. Default: the fewest that an agent needs. */
  tools: z
    .string()
    .transform((value) => (value === "all" ? value : value.split(",")))
    .pipe(z.union([z.literal("all"), z.array(z.enum(toolNames))], { error: `must be all, or some of ${toolNames.join(", ")}` }))
    .optional(),
  /** Whether each policy is listed as a tool, without a phase too. Default: only requests that name a phase list them. */
  policy_tools: z.stringbool({ truthy: ["true"], falsy: ["false"], error: "must be true or false" }).optional(),
});

export type McpQuery = z.output<typeof mcpQuery>;

/** Reads the query of an MCP client's URL. @throws PreceptError `REQUEST_INVALID` */
export function readMcpQuery(queries: Readonly<Record<string, readonly string[]>>): McpQuery {
  const { data, invalid } = readQuery(mcpQuery, queries);
  if (data === undefined) throw toInvalidInput(invalid);
  return data;
}
