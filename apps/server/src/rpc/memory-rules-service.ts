import {
  fromRequestMessage,
  GetMemoryRuleByIdRequestSchema,
  GetMemoryRulesRequestSchema,
  MemoryRuleSchema,
  MemoryRulesResponseSchema,
  SearchMemoryRulesRequestSchema,
  toResponseMessage,
  UpdateRuleUsageRequestSchema,
  UpdateRuleUsageResponseSchema,
  type MemoryRulesService,
} from "@precept/contract/memory";
import type { DescMessage, JsonObject, MessageShape } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { WireMemoryRule } from "@precept/contract";
import type { MemoryService } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import type { ServerParts } from "../app/server-parts.ts";
import { callProject } from "./call-project.ts";

type MemoryCall = keyof MemoryService;

const messages = {
  getMemoryRules: [GetMemoryRulesRequestSchema, MemoryRulesResponseSchema],
  searchMemoryRules: [SearchMemoryRulesRequestSchema, MemoryRulesResponseSchema],
  getMemoryRuleById: [GetMemoryRuleByIdRequestSchema, MemoryRuleSchema],
  updateRuleUsage: [UpdateRuleUsageRequestSchema, UpdateRuleUsageResponseSchema],
} as const satisfies Record<MemoryCall, readonly [DescMessage, DescMessage]>;

/** Why each call returns rules. A call that is not listed returns none. */
const reasons: Partial<Record<MemoryCall, string>> = {
  getMemoryRules: "listed by a filter",
  searchMemoryRules: "found by a search",
  getMemoryRuleById: "requested by id",
};

/** Records the rules of an answer, as REST does, if the request names a session. */
function recordRules(workspace: Workspace, call: MemoryCall, request: JsonObject, answer: object): void {
  const { session_id: session, query, tool_targets: tools } = request;
  const reason = reasons[call];
  if (reason === undefined || typeof session !== "string" || session === "") return;
  const [agent, ...others] = Array.isArray(tools) ? tools : [];
  workspace.recordMemoryDelivery({
    session,
    agent: typeof agent === "string" && others.length === 0 ? agent : "grpc",
    channel: "grpc",
    reason,
    query: typeof query === "string" ? query : undefined,
    rules: "rules" in answer ? (answer.rules as readonly WireMemoryRule[]) : [answer as WireMemoryRule],
  });
}

/** Serves the memory service of the project in the header `precept-project`, or of the default project. */
export function serveMemoryRules(parts: Pick<ServerParts, "projects" | "log">): ServiceImpl<typeof MemoryRulesService> {
  function serve<Call extends MemoryCall>(call: Call) {
    const [requestSchema, responseSchema]: readonly [DescMessage, DescMessage] = messages[call];
    return async (message: MessageShape<(typeof messages)[Call][0]>, context: HandlerContext) => {
      const request = fromRequestMessage(requestSchema, message);
      const response = await callProject<object>(parts, context, request, async (service, owned, workspace) => {
        // The service validates requests.
        const answer = await service[call](owned as never, { signal: context.signal });
        recordRules(workspace, call, request, answer);
        return answer;
      });
      return toResponseMessage(responseSchema, response) as MessageShape<(typeof messages)[Call][1]>;
    };
  }
  return {
    getMemoryRules: serve("getMemoryRules"),
    searchMemoryRules: serve("searchMemoryRules"),
    getMemoryRuleById: serve("getMemoryRuleById"),
    updateRuleUsage: serve("updateRuleUsage"),
  };
}
