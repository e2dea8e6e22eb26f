import type { Server } from "@modelcontextprotocol/server";
import { describeSkip, findRequestedIn, PreceptError, type Resolution } from "@precept/core";
import { visibleLine } from "@precept/lint";
import type { PreceptHost } from "../host/precept-host.ts";
import type { RuleHost } from "../host/rule-host.ts";
import { InvalidArgumentsError } from "../invalid-arguments.ts";
import { lineLimits } from "../limits.ts";
import { pageApplied } from "../rules/page-applied.ts";
import { describeUnknown } from "../rules/rule-entry.ts";
import { invalidParams } from "../invalid-params.ts";

export const rulePrompt = "rule";

export type PromptName = typeof rulePrompt;

const description = "Asks the agent to follow a rule of the project, by its name.";

export function handlePrompts(server: Server, { rules: host }: PreceptHost, maxCharacters: number): void {
  const argument = { name: "name", description: "The name of the rule.", required: true };
  const listed = { name: rulePrompt, title: "Follow a rule", description, arguments: [argument] };
  server.setRequestHandler("prompts/list", () => ({ prompts: host === undefined ? [] : [listed] }));
  server.setRequestHandler("prompts/get", async ({ params }, { mcpReq: { signal } }) => {
    if (host === undefined || params.name !== rulePrompt) throw invalidParams(`Unknown prompt: ${params.name}`);
    const text = await promptFor(host, params.arguments?.["name"], { signal, maxCharacters }).catch((error: unknown) => {
      // A prompt has no result for errors, as tools have.
      throw PreceptError.is(error) ? invalidParams(error.message) : error;
    });
    return { description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

async function promptFor(
  host: RuleHost,
  name: string | undefined,
  { signal, maxCharacters }: { readonly signal: AbortSignal; readonly maxCharacters: number },
): Promise<string> {
  if (name === undefined || name === "") throw new InvalidArgumentsError("`name` is missing: the name of a rule.");
  const visible = await host.list();
  const wanted = new Set(findRequestedIn(visible, name).map(({ id }) => id));
  if (wanted.size === 0) throw new InvalidArgumentsError(describeUnknown(visible, name, { lists: () => false }));
  const resolution = await host.resolve({ include: [name] }, { countUse: true, signal });
  return textOf(resolution, wanted, { name, maxCharacters, host });
}

function textOf(
  { applied, skipped }: Resolution,
  wanted: ReadonlySet<string>,
  { name, maxCharacters, host }: { readonly name: string; readonly maxCharacters: number; readonly host: RuleHost },
): string {
  const rules = applied.filter(({ rule }) => wanted.has(rule.id));
  const skip = skipped.find(({ rule }) => wanted.has(rule.id));
  const shown = JSON.stringify(visibleLine(name, lineLimits.name));
  if (rules.length === 0) {
    const reason = skip === undefined ? "it is over the budget" : describeSkip(skip.reason);
    throw new InvalidArgumentsError(`The rule ${shown} does not apply: ${visibleLine(reason, lineLimits.reason)}.`);
  }
  const start = { rule: 0, offset: 0 };
  const { prompt, next } = pageApplied(rules, { start, room: maxCharacters, format: host.format, overheadOf: () => 0 });
  const more =
    next === undefined ? "" : ` The text is not complete: call the tool rules_for_files with the name in names for the rest.`;
  return `Follow this rule from now on.${more}\n\n${prompt}`;
}
