import { maxOf, isRecord, type Json } from "@precept/core";
import type { Usage } from "../schedule/run-result.ts";
import type { Exchange } from "./exchange.ts";

/** How many characters of English text are about a token. */
const charactersPerToken = 4;

/**
 * Returns the tokens of a call: what the server reported in its answer or in the events of a stream, in either protocol. If it reported
 * none, as streams of chats do by default, a token is four characters.
 */
export function usageOf({ request, status, response }: Exchange): Usage {
  if (status >= 400) return { input: 0, output: 0 };
  const reported = [...bodiesIn(response)].flatMap(reportedIn);
  if (reported.length === 0) return { input: tokensIn(request), output: tokensIn(response) };
  // Events report the sum so far.
  return {
    input: maxOf(reported.map(({ input }) => input)),
    output: maxOf(reported.map(({ output }) => output)),
  };
}

export function addUsage(left: Usage, right: Usage): Usage {
  return { input: left.input + right.input, output: left.output + right.output };
}

/** What tokens cost, in the currency of the price for a million of them. */
export function costOf(usage: Usage, price: { readonly input: number; readonly output: number }): number {
  return (usage.input * price.input + usage.output * price.output) / 1_000_000;
}

/** The bodies of an answer: the answer, or each event of a stream. */
function* bodiesIn(response: Json): Iterable<Json> {
  if (typeof response !== "string") return void (yield response);
  for (const [, data = ""] of response.matchAll(/^data: ?(.*)$/gm)) {
    try {
      yield JSON.parse(data) as Json;
    } catch {
      // `[DONE]`
    }
  }
}

/** Reads `usage`, also in the message or the response of an event. */
function reportedIn(body: Json): readonly Usage[] {
  if (!isRecord(body)) return [];
  const holders = [body, body["message"], body["response"]].filter((one) => isRecord(one));
  return holders.flatMap(({ usage }) => {
    if (!isRecord(usage)) return [];
    const input = sumOf(usage, ["input_tokens", "prompt_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"]);
    return [{ input, output: sumOf(usage, ["output_tokens", "completion_tokens"]) }];
  });
}

function sumOf(usage: Readonly<Record<string, unknown>>, keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + (typeof usage[key] === "number" ? usage[key] : 0), 0);
}

function tokensIn(body: Json): number {
  return Math.ceil((typeof body === "string" ? body : JSON.stringify(body)).length / charactersPerToken);
}
