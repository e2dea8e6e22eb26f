import type { HostSpec } from "@precept/mdc-compat/hooks";
import {
  agentPromptFormat,
  composePrompt,
  formatNumber,
  type AppliedRule,
  type CancelSignal,
  type PromptFormat,
  type ResolveRequest,
} from "@precept/core";
import { sha256 } from "@precept/files";
import type { HookPayload } from "@precept/governance";
import type { HookWorkspace } from "./hook-workspace.ts";

/** How many rule names a text lists. It says how many more there are. */
const maxNames = 20;

/** The rules for an event, with the key by which a conversation remembers them. */
export interface KeyedRule {
  readonly key: string;
  readonly rule: AppliedRule;
}

/**
 * Returns the rules that apply to an event, without those that the host reads itself from its own rule files. The key
 * of a rule changes with its text, so that a changed rule is given again.
 */
export async function rulesFor(
  workspace: HookWorkspace,
  spec: HostSpec,
  payload: HookPayload,
  signal: CancelSignal,
): Promise<readonly KeyedRule[]> {
  const { applied } = await workspace.resolve(requestOf(spec, payload), { signal });
  return applied.filter(({ rule }) => !isReadByHost(spec, rule.origin.dialect)).map((rule) => ({ key: keyOf(rule), rule }));
}

/** The format of a file is named like its dialect, or has its name as a prefix: `claude`, `claude-memory`. */
function isReadByHost({ ownDialects }: HostSpec, format: string | undefined): boolean {
  return format !== undefined && ownDialects.some((own) => format === own || format.startsWith(`${own}-`));
}

function requestOf({ tool }: HostSpec, { kind, prompt, files, session }: HookPayload): ResolveRequest {
  return {
    tool,
    ...(session !== undefined && { session }),
    ...(kind === "prompt" && prompt !== undefined && { prompt }),
    ...(files.length > 0 && { files }),
  };
}

function keyOf({ rule, content }: AppliedRule): string {
  return sha256(`${rule.id}\0${content}`).slice(0, 16);
}

/**
 * Composes rules into a text of at most `limit` UTF-16 code units. Rules that do not fit are named, with how to obtain
 * them. Empty without rules.
 *
 * @param format default `compact`, which has the fewest tokens.
 */
export function composeRules(rules: readonly AppliedRule[], limit: number, format: PromptFormat = agentPromptFormat): string {
  const all = composePrompt(rules, format).trimEnd();
  if (all.length <= limit) return all;
  const reserved = 200 + maxNames * 60;
  const fitting: AppliedRule[] = [];
  const others: AppliedRule[] = [];
  for (const rule of rules) {
    const fits = composePrompt([...fitting, rule], format).length <= limit - reserved;
    (fits ? fitting : others).push(rule);
  }
  const text = [composePrompt(fitting, format).trimEnd(), describeOthers(others, limit)]
    .filter((part) => part !== "")
    .join("\n\n");
  return text.length <= limit ? text : text.slice(0, Math.max(0, limit));
}

function describeOthers(rules: readonly AppliedRule[], limit: number): string {
  const names = rules.slice(0, maxNames).map(({ rule }) => `\`${rule.name.slice(0, 50)}\``);
  const rest = rules.length - names.length;
  const more = rest > 0 ? `, and ${formatNumber(rest)} more` : "";
  return (
    `These rules apply too, and are not shown because the text would be longer than ${formatNumber(limit)} characters: ${names.join(", ")}${more}. ` +
    "`precept show NAME` prints a rule."
  );
}
