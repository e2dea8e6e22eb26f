import * as ai from "ai";
import { generateText, stepCountIs, streamText, type ToolSet } from "ai";

/** The settings of a run that tests use. */
export interface RunOptions {
  readonly model: ai.LanguageModel;
  readonly prompt?: string;
  readonly messages?: ai.ModelMessage[];
  /** The system prompt. Its name in the SDK depends on the version. */
  readonly system?: string;
  readonly tools?: ToolSet;
  readonly providerOptions?: Parameters<typeof generateText>[0]["providerOptions"];
  readonly abortSignal?: AbortSignal;
  /** The context of tools in version 5 and 6. */
  readonly experimental_context?: unknown;
  /** The context of tools in version 7. */
  readonly toolsContext?: unknown;
}

const AgentClass = ai.ToolLoopAgent ?? (ai as { Experimental_Agent?: unknown }).Experimental_Agent;

/** The ways to run a model with tools. All of them call the model until it answers with text. */
export const runs: Readonly<
  Record<"generateText" | "streamText" | "agent", (options: RunOptions) => Promise<{ readonly text: string }>>
> = {
  async generateText(options) {
    const { text } = await generateText(settings(options) as Parameters<typeof generateText>[0]);
    return { text };
  },
  async streamText(options) {
    const failures: unknown[] = [];
    const onError = ({ error }: { error: unknown }) => void failures.push(error);
    const result = streamText({ ...settings(options), onError } as Parameters<typeof streamText>[0]);
    await result.consumeStream();
    if (failures.length > 0) throw failures[0];
    return { text: await result.text };
  },
  async agent({ prompt, messages, abortSignal, ...others }) {
    const agent = new AgentClass(settings(others) as ConstructorParameters<typeof ai.ToolLoopAgent>[0]);
    const input = { ...(messages === undefined ? { prompt } : { messages }), abortSignal };
    const { text } = await agent.generate(input as Parameters<typeof agent.generate>[0]);
    return { text };
  },
};

function settings({ system, ...others }: RunOptions): object {
  // Version 7, and agents since version 6, call `system` `instructions`. Each version ignores the other name.
  return { ...others, ...(system !== undefined && { system, instructions: system }), stopWhen: stepCountIs(5), maxRetries: 0 };
}
