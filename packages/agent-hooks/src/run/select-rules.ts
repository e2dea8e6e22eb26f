import type { HostSpec } from "@precept/mdc-compat/hooks";
import {
  agentPromptFormat,
  composePrompt,
  composeRequestable,
  extractReferences,
  formatNumber,
  type AppliedRule,
  type CancelSignal,
  type DroppedRule,
  type PromptFormat,
  type RequestBy,
  type Resolution,
  type ResolveRequest,
  type Rule,
} from "@precept/core";
import { sha256 } from "@precept/files";
import { hookEventKindOf, type HookEventKind, type HookPayload } from "@precept/governance";
import type { HookWorkspace } from "./hook-workspace.ts";

/** How many rule names a text lists. It says how many more there are. */
const maxNames = 20;

/** The rules for an event, with the key by which a conversation remembers them. */
interface KeyedRule {
  readonly key: string;
  readonly rule: AppliedRule;
}

/** The rules for an event. */
export interface EventRules {
  readonly applied: readonly KeyedRule[];
  /** The rules that apply and do not fit into the budget. */
  readonly dropped: readonly DroppedRule[];
  /** The rules that the agent can ask for and that the prompt lists. */
  readonly requestable: readonly RequestableRule[];
  /** How many further rules the list has no room for. */
  readonly leftOut: number;
}

/** A rule that the agent can ask for, with the key by which a conversation remembers that it was listed. */
export interface RequestableRule {
  readonly key: string;
  readonly rule: Rule;
}

export const noRules: EventRules = { applied: [], dropped: [], requestable: [], leftOut: 0 };

/** What an agent needs rules for, beside what the payload of the event names. */
export interface NeededAgain {
  /** Relative to the project. */
  readonly files: readonly string[];
  /** Names of rules. */
  readonly include: readonly string[];
}

/**
 * Returns the rules for an event, without those that the host reads itself from its own rule files. The key of a rule
 * changes with its text, so that a changed rule is given again.
 */
export async function rulesFor(
  workspace: HookWorkspace,
  spec: HostSpec,
  payload: HookPayload,
  again: NeededAgain,
  signal: CancelSignal,
): Promise<EventRules> {
  const request = requestOf(spec, payload, again.files);
  // A budget of tokens holds for the format that the agent gets.
  const options = { signal, format: workspace.settings.answer.format ?? agentPromptFormat };
  const first = await workspace.resolve(request, options);
  const include = [...again.include, ...mentionedIn(payload, first)];
  const { applied, dropped, requestable } =
    include.length === 0 ? first : await workspace.resolve({ ...request, include }, options);
  const isGiven = (rule: Rule): boolean => !isReadByHost(spec, rule.origin.dialect);
  return {
    applied: applied.filter(({ rule }) => isGiven(rule)).map((rule) => ({ key: keyOf(rule), rule })),
    dropped: dropped.filter(({ rule }) => isGiven(rule)),
    requestable: requestable.listed.filter(isGiven).map((rule) => ({ key: listedKeyOf(rule), rule })),
    leftOut: requestable.leftOut.filter(isGiven).length,
  };
}

/** Whether the agent may ask for a rule in a command: `echo @name`. */
export function hasMention({ kind, subjects }: HookPayload): boolean {
  return isToolEvent(kind) && subjects.some((subject) => subject.kind === "command" && subject.text.includes("@"));
}

/** The rules that a command asks for, of those that can be asked for: other words after `@` are no requests. */
function mentionedIn(payload: HookPayload, { requestable: { listed, leftOut } }: Resolution): readonly string[] {
  if (!hasMention(payload)) return [];
  const names = new Set([...listed, ...leftOut].map(({ name }) => name));
  const commands = payload.subjects.filter(({ kind }) => kind === "command").map(({ text }) => ({ content: text }));
  return extractReferences(commands, (reference) => names.has(reference)).rules;
}

function isToolEvent(kind: HookEventKind): boolean {
  return kind === "beforeTool" || kind === "afterTool";
}

/** How an agent asks: with a command, if the host passes on what a hook says about it. */
function requestByFor({ events }: HostSpec): RequestBy {
  const answersTools = Object.entries(events).some(([name, { inject }]) => inject === true && isToolEvent(hookEventKindOf(name)));
  return answersTools ? "command" : "show";
}

/** The format of a file is named like its dialect, or has its name as a prefix: `claude`, `claude-memory`. */
function isReadByHost({ ownDialects }: HostSpec, format: string | undefined): boolean {
  return format !== undefined && ownDialects.some((own) => format === own || format.startsWith(`${own}-`));
}

function requestOf(
  { tool }: HostSpec,
  { kind, prompt, files: named, session }: HookPayload,
  again: readonly string[],
): ResolveRequest {
  const files = [...named, ...again];
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

function listedKeyOf({ id, name, description }: Rule): string {
  return sha256(["listed", id, name, description].join("\0")).slice(0, 16);
}

/**
 * Composes the list of rules that the agent can ask for, into a text of at most `limit` UTF-16 code units. Returns the
 * rules of the list as well. The text says how many others there are.
 */
export function composeOffer(
  { requestable, leftOut }: Pick<EventRules, "requestable" | "leftOut">,
  spec: HostSpec,
  limit: number,
  format: PromptFormat = agentPromptFormat,
): { readonly text: string; readonly listed: readonly RequestableRule[] } {
  const requestBy = requestByFor(spec);
  for (let length = requestable.length; length > 0; length -= 1) {
    const listed = requestable.slice(0, length);
    const rest = leftOut + requestable.length - length;
    const text = composeRequestable(
      listed.map(({ rule }) => rule),
      rest,
      { format, requestBy },
    ).trimEnd();
    if (text.length <= limit) return { text, listed };
  }
  return { text: "", listed: [] };
}

/** Rules in a text. */
export interface ComposedRules {
  readonly text: string;
  /** The rules whose texts it has. */
  readonly given: readonly AppliedRule[];
  /** The rules that do not fit. The first ones are named, as far as the text has room. */
  readonly named: readonly AppliedRule[];
}

/**
 * Composes rules into a text of at most `limit` UTF-16 code units. Rules that do not fit are named, with how to obtain
 * them. Empty without rules.
 *
 * @param format default `compact`, which has the fewest tokens.
 */
export function composeRules(
  rules: readonly AppliedRule[],
  limit: number,
  format: PromptFormat = agentPromptFormat,
): ComposedRules {
  const all = composePrompt(rules, format).trimEnd();
  if (all.length <= limit) return { text: all, given: rules, named: [] };
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
  return { text: text.slice(0, Math.max(0, limit)), given: fitting, named: others };
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
