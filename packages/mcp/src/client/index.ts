export { connectRuleEngine, type ConnectRuleEngineOptions } from "./connect.ts";
export { RuleEngineClient, type ClientCheckOptions, type McpClient } from "./rule-engine-client.ts";
export type { ListedTool } from "./answers.ts";
export type { ExecuteAnswer, RegisterAnswer } from "../server/answer.ts";
export type { QueuedNotification, QueueHead } from "../queue/priority-queue.ts";
