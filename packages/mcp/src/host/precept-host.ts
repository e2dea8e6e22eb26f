import type { ResourceSource } from "./resource-source.ts";
import type { PriorityQueue } from "../queue/priority-queue.ts";
import type { ContextHost } from "./context-host.ts";
import type { RuleEngineHost } from "./rule-engine-host.ts";
import type { RuleHost } from "./rule-host.ts";

/**
 * What one MCP session sees and may do: it belongs to one tenant and one session, and what it must not do is absent. A
 * server has the tools, prompts and resources of the parts that its host has.
 *
 * Create one with `hostOfWorkspace`, or from parts. Over HTTP, create one for each request, for the user that the
 * request comes from.
 */
export interface PreceptHost {
  /** The rules: see `ruleHostOf`. Absent: there are no tools, prompts and resources of rules. */
  readonly rules?: RuleHost;
  /** The agent context: see `contextHostOf`. Absent: there are no tools and resources of it. */
  readonly context?: ContextHost;
  /** The policies: see `ruleEngineHostOf` and `createPolicyHost`. Absent: there are no tools of policies. */
  readonly policies?: RuleEngineHost;
  /** Notifications of this session's violations. Only hosts of one session may share a queue. Default: a new one. */
  readonly violations?: PriorityQueue;
  /** Further resources, such as the documentation of a project. Default: none. */
  readonly resources?: readonly ResourceSource[];
}
