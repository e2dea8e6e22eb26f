import { contextHandlers } from "./context/context.ts";
import { eventHandlers } from "./events/stream-events.ts";
import type { Handlers } from "./handler.ts";
import { memoryHandlers } from "./memory/memory.ts";
import { approvalHandlers } from "./policies/approvals.ts";
import { auditHandlers } from "./policies/audit.ts";
import { checkHandlers } from "./policies/check.ts";
import { enforceHandlers } from "./policies/enforce.ts";
import { policyHandlers } from "./policies/policies.ts";
import { softHookHandlers } from "./policies/soft-hooks.ts";
import { budgetHandlers } from "./project/budget.ts";
import { fileHandlers } from "./project/files.ts";
import { healthHandlers } from "./project/health.ts";
import { toolHandlers } from "./project/tools.ts";
import { resolveHandlers } from "./resolve/resolve.ts";
import { traceHandlers } from "./resolve/traces.ts";
import { reviewHandlers } from "./rules/review.ts";
import { ruleQueryHandlers } from "./rules/queries.ts";
import { ruleHandlers } from "./rules/rules.ts";
import { sessionHandlers } from "./sessions/sessions.ts";
import { transferHandlers } from "./transfer/transfer.ts";

export const handlers: Handlers = {
  ...resolveHandlers,
  ...traceHandlers,
  ...policyHandlers,
  ...checkHandlers,
  ...enforceHandlers,
  ...softHookHandlers,
  ...approvalHandlers,
  ...auditHandlers,
  ...eventHandlers,
  ...ruleHandlers,
  ...ruleQueryHandlers,
  ...reviewHandlers,
  ...memoryHandlers,
  ...contextHandlers,
  ...fileHandlers,
  ...budgetHandlers,
  ...toolHandlers,
  ...healthHandlers,
  ...sessionHandlers,
  ...transferHandlers,
};
