import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { PreceptError } from "@precept/core";
import type { PreceptHost } from "../host/precept-host.ts";
import type { Prompt } from "../prompts/prompt.ts";
import { prompts } from "../prompts/prompts.ts";
import { InvalidArgumentsError } from "../tools/parse-arguments.ts";

/** Makes a server answer the requests that are about prompts. */
export function handlePrompts(server: Server, host: PreceptHost, maxCharacters: number): void {
  const offered = prompts.filter((prompt) => prompt.isOffered(host));
  server.setRequestHandler("prompts/list", () => ({ prompts: offered.map(toListing) }));
  server.setRequestHandler("prompts/get", async ({ params }, { mcpReq }) => {
    const prompt = offered.find(({ name }) => name === params.name);
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    const request = { host, arguments: params.arguments ?? {}, signal: mcpReq.signal, maxCharacters };
    const text = await prompt.text(request).catch((error: unknown) => {
      throw toProtocolError(error);
    });
    return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

function toListing({ name, title, description, arguments: args }: Prompt) {
  return { name, title, description, arguments: args.map((argument) => ({ ...argument })) };
}

/** A prompt has no result for errors, as tools have, so that its errors are those of the protocol. */
function toProtocolError(error: unknown): unknown {
  if (error instanceof InvalidArgumentsError || PreceptError.is(error))
    return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  return error;
}
