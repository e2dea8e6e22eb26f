import type { Diagnostic } from "../diagnostic.ts";
import { entry, suggest } from "./entry.ts";

export const policyErrors = {
  POLICY_UNKNOWN: entry<{ id: string; near: readonly string[] }>({
    title: "No policy has this id",
    message: ({ id }) => `Unknown policy "${id}".`,
    hint: ({ near }) => suggest(near) ?? "List the policies to see their ids.",
  }),
  POLICY_REFUSED: entry<{ id: string; reason: string }>({
    title: "The policy has an error and is not active",
    message: ({ id, reason }) => `The policy "${id}" is not active. ${reason}`,
    hint: () => "Correct the policy.",
  }),
  POLICIES_REFUSED: entry<{ diagnostics: readonly Diagnostic[] }>({
    title: "Policies were not registered because they have errors",
    message: ({ diagnostics }) =>
      `The policies were not registered. ${diagnostics.map(({ message }) => message).join(" ")}`.trim(),
    hint: () => "Correct the policies and register them again.",
  }),
  POLICY_DEFINED_ELSEWHERE: entry<{ id: string; path: string }>({
    title: "A policy cannot be saved because another file defines it",
    message: ({ id, path }) => `The policy "${id}" is defined in ${path}.`,
    hint: ({ path }) => `Change it in ${path}.`,
  }),
  POLICY_FILE_TAKEN: entry<{ id: string; path: string }>({
    title: "A policy cannot be saved because its file contains something else",
    message: ({ id, path }) => `Cannot save the policy "${id}": ${path} already contains something else.`,
    hint: ({ path }) => `Move ${path} away, or give the policy another id.`,
  }),
  STARTER_UNKNOWN: entry<{ name: string; known: readonly string[]; near: readonly string[] }>({
    title: "No set of starter policies has this name",
    message: ({ name, known }) => `Unknown starter policies "${name}". Known starters: ${known.join(", ")}.`,
    hint: ({ near }) => suggest(near),
  }),
  BASELINE_NOT_FOUND: entry<{ path: string }>({
    title: "The baseline file does not exist",
    message: ({ path }) => `No such baseline file: ${path}`,
    hint: () => "Pass --update-baseline to create it.",
  }),
  BASELINE_INVALID: entry<{ path: string; reason: string }>({
    title: "A baseline cannot be updated because its file contains something else",
    message: ({ path, reason }) => `Cannot update the baseline "${path}": ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
    hint: ({ path }) => `Restore ${path} from version control, delete it, or name another file.`,
  }),
  SOFT_HOOK_UNKNOWN: entry<{ key: string }>({
    title: "No open advisory has this key",
    message: ({ key }) => `Unknown advisory key "${key}".`,
    hint: () => "Run `precept soft-hooks list` to see the keys of open advisories.",
  }),
  SOFT_HOOK_AMBIGUOUS: entry<{ key: string; keys: readonly string[] }>({
    title: "Several open advisories have keys with this prefix",
    message: ({ key, keys }) => `${keys.length} advisories have a key that begins with "${key}".`,
    hint: ({ keys }) => `Type more of the key: ${keys.join(", ")}.`,
  }),
  HOOK_PAYLOAD_EMPTY: entry<{ event: string }>({
    title: "A hook payload on standard input has no text that policies could check",
    message: ({ event }) => `The hook payload of the event "${event}" has no text to check.`,
    hint: () => "Pass --subject to check the payload itself as a text.",
  }),
  APPROVAL_UNKNOWN: entry<{ key: string }>({
    title: "No open question has this key",
    message: ({ key }) => `Unknown question "${key}".`,
    hint: () => "Run `precept approvals list` to see the open questions. A question expires after 24 hours.",
  }),
  APPROVAL_AMBIGUOUS: entry<{ key: string; keys: readonly string[] }>({
    title: "Several open questions have keys with this prefix",
    message: ({ key, keys }) => `${keys.length} questions have a key that begins with "${key}".`,
    hint: ({ keys }) => `Type more of the key: ${keys.join(", ")}.`,
  }),
  APPROVAL_NEEDS_HUMAN: entry<{ reason: string }>({
    title: "A question can only be approved by a human at a terminal, or with a token of an approver",
    message: ({ reason }) => `Only a human can approve this: ${reason}.`,
    hint: () => "Run `precept approvals approve` yourself, in a terminal that no agent has started.",
  }),
  RULE_ENGINE_REFUSED: entry<{ reason: string }>({
    title: "The rule engine refused a request",
    message: ({ reason }) => reason,
    hint: () => "Correct the request and send it again.",
  }),
  RULE_ENGINE_REPLY_INVALID: entry<{ reason: string }>({
    title: "A rule engine sent a reply that this client does not understand",
    message: ({ reason }) => `The rule engine sent an invalid reply: ${reason}.`,
    hint: () => "Check that the server is a rule engine and that its version matches this client.",
  }),
};
