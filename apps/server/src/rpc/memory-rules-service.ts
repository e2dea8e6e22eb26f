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
import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { MemoryService } from "@precept/core";
import type { ServerParts } from "../app/server-parts.ts";
import { callProject } from "./call-project.ts";

type MemoryCall = keyof MemoryService;

const messages = {
  getMemoryRules: [GetMemoryRulesRequestSchema, MemoryRulesResponseSchema],
  searchMemoryRules: [SearchMemoryRulesRequestSchema, MemoryRulesResponseSchema],
  getMemoryRuleById: [GetMemoryRuleByIdRequestSchema, MemoryRuleSchema],
  updateRuleUsage: [UpdateRuleUsageRequestSchema, UpdateRuleUsageResponseSchema],
} as const satisfies Record<MemoryCall, readonly [DescMessage, DescMessage]>;

/** Serves the memory service of the project in the header `precept-project`, or of the default project. */
export function serveMemoryRules(parts: Pick<ServerParts, "projects" | "log">): ServiceImpl<typeof MemoryRulesService> {
  function serve<Call extends MemoryCall>(call: Call) {
    const [requestSchema, responseSchema]: readonly [DescMessage, DescMessage] = messages[call];
    return async (message: MessageShape<(typeof messages)[Call][0]>, context: HandlerContext) => {
      const request = fromRequestMessage(requestSchema, message);
      const response = await callProject<object>(parts, context, request, (service, owned) =>
        // The service validates requests.
        service[call](owned as never, { signal: context.signal }),
      );
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
