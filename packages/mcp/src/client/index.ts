export {
  connectRuleEngine,
  type ConnectRuleEngineOptions,
  RuleEngineClient,
  type ClientCheckOptions,
  type McpClient,
} from "./rule-engine-client.ts";
export type { ListedTool } from "./replies.ts";
export type { ExecuteResult, RegisterResult } from "../tools/register-result.ts";
export type { QueuedNotification, QueueHead } from "../queue/priority-queue.ts";
