import { isRecord } from "@precept/core";
import { bySize } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { brokenMcpRequests } from "../../test/broken-request.ts";
import { adviceFile } from "../../test/matrix-policies.ts";
import { principalInToken } from "../../test/principal-in-token.ts";
import { ruleFile } from "../../test/rule-file.ts";
import { answerInTime, toRequest } from "../../test/send-in-time.ts";
import { startTestServer } from "../../test/test-server.ts";

const authorizations = ["Bearer ann:editor", "Bearer ann:admin", "Bearer :reader", "Bearer bob:editor:elsewhere"];

const files = {
  "shop/.precept/rules/style.md": ruleFile("style"),
  "shop/.precept/policies/advice.yaml": adviceFile,
  "home/users/ann/rules/own.md": ruleFile("own"),
};

it("answers every malformed MCP request with an error of the server or of the protocol", { timeout: 600_000 }, async () => {
  const { server } = await startTestServer(files, {
    authenticator: principalInToken,
    limits: { requestsPerMinute: Infinity, failedAuthenticationsPerMinute: Infinity },
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(brokenMcpRequests(authorizations), async (sent) => {
      const request = toRequest(sent);
      fc.pre(request !== undefined);
      const response = await answerInTime(server.fetch(request));
      const outcome = await readOutcome(response);
      seen.add(outcome);
      expect(outcome).not.toContain("breach");
    }),
    { numRuns: bySize({ sample: 400, full: 5000 }), maxSkipsPerRun: 10 },
  );
  // The generator reaches both generations, streams, and the checks of all parts of a request.
  const expected = [
    "200 result",
    "200 tool error",
    "200 stream",
    "200 -32602",
    "202",
    "400 -32602",
    "403 problem",
    "404 problem",
  ];
  const reached = bySize({ sample: [], full: [...expected, "405 problem", "415 problem"] });
  expect([...seen]).toEqual(expect.arrayContaining(reached));
});

/** Describes an answer; with the word breach if no client should get it. */
async function readOutcome({ status, headers, body }: Response): Promise<string> {
  // The server's own id, or the client's.
  if (!/^[\w.:+/=-]{1,128}$/.test(headers.get("x-request-id") ?? "")) return "breach: no request id";
  if (status >= 500) return `breach: ${status}`;
  const type = headers.get("content-type");
  if (type === "text/event-stream" && headers.get("x-accel-buffering") === "no") {
    await body?.cancel();
    return `${status} stream`;
  }
  const text = await new Response(body).text();
  if (text === "") return String(status);
  if (type === "application/problem+json") return `${status} problem`;
  const messages = type === "text/event-stream" ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? "") : [text];
  const answer: unknown = JSON.parse(messages.at(-1) ?? "");
  if (!isRecord(answer)) return `breach: ${text}`;
  const { error, result } = answer;
  if (isRecord(error)) return error["code"] === -32_603 ? `breach: ${text}` : `${status} ${String(error["code"])}`;
  if (!isRecord(result)) return `breach: ${text}`;
  if (result["isError"] !== true) return `${status} result`;
  return text.includes("The server failed") ? `breach: ${text}` : `${status} tool error`;
}
