// Messages
export {
  ErrorInfoSchema,
  GetMemoryRuleByIdRequestSchema,
  GetMemoryRulesRequestSchema,
  MemoryRuleSchema,
  MemoryRulesResponseSchema,
  MemoryRulesService,
  SearchMemoryRulesRequestSchema,
  UpdateRuleUsageRequestSchema,
  UpdateRuleUsageResponseSchema,
  type ErrorInfo,
} from "../gen/precept/memory/v1/memory_rules_pb.ts";
export { memoryRulesProto } from "../gen/memory-rules-proto.ts";

// Conversions
export { fromRequestMessage, toRequestMessage } from "./request-messages.ts";
export { fromMemoryRule, fromMemoryRulesResponse, toResponseMessage } from "./response-messages.ts";
