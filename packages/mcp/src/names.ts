/** The one tool that is there whatever the policies are. */
export const ruleEngineTool = "rule_engine";

/** What tells of a violation as it is found, on stdio and on the stream of the request in flight. */
export const priorityMethod = "notifications/ops/priority";

/** The resource that holds the latest of those notifications, for whoever missed them. */
export const notificationsUri = "rule-engine://notifications";

/** Keys of `_meta`, in requests, results and tools. */
export const metaKeys = {
  /** In a request: the phase of the work. */
  phase: "precept/phase",
  /** In a tool: what the policy is, for clients that drop annotations they don't know. */
  policy: "precept/policy",
  /** In a result: how far the notifications are, and the most urgent of them. */
  notifications: "precept/notifications",
} as const;

/** The extension under which the server says that it sends notifications of its own. */
export const priorityExtension = "precept/ops-priority";
