import type { PreceptHost } from "../host/precept-host.ts";

/** A prompt as it is listed. */
interface PromptListing<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

interface PromptRequest {
  readonly host: PreceptHost;
  readonly arguments: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly maxCharacters: number;
}

/** A prompt that a server has if its host has what the prompt needs. Users choose prompts in their client. */
export interface Prompt<Name extends string = string> extends PromptListing<Name> {
  isOffered(host: PreceptHost): boolean;
  /**
   * Returns the text of the prompt.
   *
   * @throws InvalidArgumentsError
   */
  text(request: PromptRequest): Promise<string>;
  /** Suggests values of an argument, best first. The server returns at most 100 of them. */
  complete(host: PreceptHost, argument: string, value: string): Promise<readonly string[]>;
}
