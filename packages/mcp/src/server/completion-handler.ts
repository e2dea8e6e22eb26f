import type { Server } from "@modelcontextprotocol/server";
import type { PreceptHost } from "../host/precept-host.ts";
import type { ResourceSource } from "../host/resource-source.ts";
import { rankCompletions } from "../prompts/rank-completions.ts";
import { rulePrompt } from "../prompts/rule-prompt.ts";
import { invalidParams } from "../invalid-params.ts";

/** The maximum number of values of one answer, which the protocol sets. */
const maxValues = 100;

/** Makes a server suggest values of the arguments of prompts, and of the variables of resource templates. */
export function handleCompletion(server: Server, { rules }: PreceptHost, sources: readonly ResourceSource[]): void {
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }) => {
    const values =
      ref.type === "ref/prompt"
        ? await completePrompt(ref.name, argument.name, argument.value)
        : await completeTemplate(ref.uri, argument.value);
    const hasMore = values.length > maxValues;
    return { completion: { values: values.slice(0, maxValues), total: values.length, hasMore } };
  });

  async function completePrompt(name: string, argument: string, value: string): Promise<readonly string[]> {
    if (rules === undefined || name !== rulePrompt) throw invalidParams(`Unknown prompt: ${name}`);
    if (argument !== "name") return [];
    const usable = (await rules.list()).filter(({ enabled, pending }) => enabled && !pending);
    const names = usable.map((rule) => rule.name);
    return rankCompletions(value, names);
  }

  async function completeTemplate(uri: string, value: string): Promise<readonly string[]> {
    for (const source of sources) {
      if ((source.templates ?? []).some(({ uriTemplate }) => uriTemplate === uri))
        return (await source.complete?.(uri, value)) ?? [];
    }
    throw invalidParams(`Unknown resource template: ${uri}`);
  }
}
