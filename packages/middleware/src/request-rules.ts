import { describeRequested, requestRulesToolName, withoutUndefined, type ResolveRequest } from "@precept/core";
import type { CallOptions } from "./call-options.ts";
import { isRequestForRules, type Message } from "./conversation.ts";
import type { MiddlewareOptions } from "./options.ts";
import { joinRequest } from "./join-request.ts";
import type { RulesSource } from "./rules-source.ts";
import { readToolArguments } from "./to-json.ts";

/** A tool in no framework's form. */
export interface RequestRulesTool {
  readonly name: typeof requestRulesToolName;
  readonly description: string;
  /** The JSON Schema of the arguments. Its lists can be changed by type only, which frameworks require. */
  readonly parameters: {
    type: "object";
    properties: { names: { type: "array"; items: { type: "string" }; description: string } };
    required: "names"[];
    additionalProperties: false;
  };
}

/**
 * The tool with which a model asks for the rules that the prompt lists under "Rules to Ask For". An adapter offers it in
 * the form of its framework. The rules are part of the prompt of the next model call.
 */
export const requestRulesTool: RequestRulesTool = {
  name: requestRulesToolName,
  description: "Adds rules to your instructions that you ask for by name. The rules to ask for are listed there.",
  parameters: {
    type: "object",
    properties: { names: { type: "array", items: { type: "string" }, description: "The names of the rules." } },
    required: ["names"],
    additionalProperties: false,
  },
};

/** Returns the names of the rules that earlier calls of the tool asked for. */
export function readRequestedNames(messages: readonly Message[]): readonly string[] {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls.filter(isRequestForRules));
  return [...new Set(calls.flatMap(({ arguments: given }) => namesIn(given)))];
}

/** Answers a call of the tool: which rules are now part of the instructions, and why others are not. */
export async function answerRequest(
  source: RulesSource,
  options: MiddlewareOptions,
  given: unknown,
  call: CallOptions,
): Promise<string> {
  const names = namesIn(readToolArguments(given));
  if (names.length === 0) return 'Nothing was requested. Pass the names of rules, such as {"names": ["api"]}.';
  const { signal } = call;
  const request: ResolveRequest = joinRequest(options, { ...call, include: [...(call.include ?? []), ...names] });
  const { budget, order, tokens } = options;
  const resolution = await source.resolve(request, {
    ...withoutUndefined({ budget, order, tokens }),
    requestBy: "none",
    countUse: false,
    signal,
  });
  return names.map((name) => describeRequested(resolution, name)).join("\n");
}

/** Models also write one name as text. */
function namesIn(given: unknown): readonly string[] {
  const names: unknown = typeof given === "object" && given !== null && "names" in given ? given.names : undefined;
  const list: readonly unknown[] = Array.isArray(names) ? names : [names];
  return list.filter((name): name is string => typeof name === "string" && name !== "");
}
