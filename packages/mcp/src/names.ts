/** The name of the tool that exists whatever the policies are. */
export const ruleEngineTool = "rule_engine";

/** The method of notifications about violations, sent on stdio and on the stream of the request that found them. */
export const priorityMethod = "notifications/ops/priority";

/** The URI of the resource with the latest notifications, for clients that missed them. */
export const notificationsUri = "rule-engine://notifications";

/** Keys of `_meta`, in requests, results and tools. */
export const metaKeys = {
  /** In a request: the phase of the work. */
  phase: "precept/phase",
  /** In a tool: its policy, for clients that drop unknown annotations. */
  policy: "precept/policy",
  /** In a result: the number of the latest notification, and the most urgent one. */
  notifications: "precept/notifications",
} as const;

/** The extension by which the server declares its own notifications. */
export const priorityExtension = "precept/ops-priority";
