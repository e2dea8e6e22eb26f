import { z } from "zod";

/** The state that the middleware adds to the state of an agent. A checkpointer saves it with the conversation. */
export const rulesStateSchema = z.object({
  /** Whether the middleware has run in this conversation. */
  rules_loaded: z.boolean().optional(),
  /** The names of the rules of the last model call, in the order of the prompt. */
  triggered_rules: z.array(z.string()).optional(),
  /** The trace of the last model call. Only in debug mode, since it names all rules. */
  rule_trace: z.record(z.string(), z.unknown()).optional(),
  /** The files of the conversation, so that their rules still apply after old messages were removed. */
  rule_files: z.array(z.string()).optional(),
  /** The rules that the user has requested by name, so that they still apply after old messages were removed. */
  rule_references: z.array(z.string()).optional(),
});

/** What the caller of an agent can pass as `context`, for one invocation. */
export const rulesContextSchema = z.object({
  /** Files of the request, besides those in the conversation. */
  files: z.array(z.string()).optional(),
  /** Rules requested by name, id or path. */
  include: z.array(z.string()).optional(),
  user: z.string().optional(),
  project: z.string().optional(),
  /** Default: the `thread_id` of the invocation. */
  session: z.string().optional(),
  assistant: z.string().optional(),
  contexts: z.array(z.string()).optional(),
  /** The values that the `conditions` of rules are compared with. */
  variables: z.record(z.string(), z.json()).optional(),
  /** The name of the agent, for soft hooks and the audit log. */
  agent: z.string().optional(),
  debug: z.boolean().optional(),
});

export type RulesState = z.infer<typeof rulesStateSchema>;
export type RulesContext = z.infer<typeof rulesContextSchema>;
