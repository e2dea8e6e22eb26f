export type { Action, AgentAction } from "./agent-action.ts";
export { isHeldOut } from "./held-out.ts";
export { hookPayloadOf } from "./hook-payload.ts";
export { agentActions } from "./list-actions.ts";
export { findHits, scoreStarters } from "./measure-starters.ts";
export type { ActionHits, Hit, StarterScore } from "./measure-starters.ts";
export { commandPoliciesViolatedBy, dangerousCommands, verdictOf, violatedBy } from "./spellings/check-spellings.ts";
export { mentionsOf, spellingsOf, type SpelledCommand } from "./spellings/spell-command.ts";
