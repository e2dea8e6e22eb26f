import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { PreceptHost } from "../host/precept-host.ts";
import { prompts } from "../prompts/prompts.ts";
import type { ResourceSource } from "../host/resource-source.ts";

/** The maximum number of values of one answer, which the protocol sets. */
const maxValues = 100;

/** Makes a server suggest values of the arguments of prompts, and of the variables of resource templates. */
export function handleCompletion(server: Server, host: PreceptHost, sources: readonly ResourceSource[]): void {
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }) => {
    const values =
      ref.type === "ref/prompt"
        ? await completePrompt(ref.name, argument.name, argument.value)
        : await completeTemplate(ref.uri, argument.value);
    const hasMore = values.length > maxValues;
    return { completion: { values: values.slice(0, maxValues), total: values.length, hasMore } };
  });

  async function completePrompt(name: string, argument: string, value: string): Promise<readonly string[]> {
    const prompt = prompts.find((one) => one.name === name && one.isOffered(host));
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
    return prompt.complete(host, argument, value);
  }

  async function completeTemplate(uri: string, value: string): Promise<readonly string[]> {
    for (const source of sources) {
      if ((source.templates ?? []).some(({ uriTemplate }) => uriTemplate === uri))
        return (await source.complete?.(uri, value)) ?? [];
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource template: ${uri}`);
  }
}
