import { bySize } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { brokenRequests } from "../test/broken-request.ts";
import { findBreach } from "../test/find-breach.ts";
import { principalInToken } from "../test/principal-in-token.ts";
import { answerInTime, toRequest } from "../test/send-in-time.ts";
import { startTestServer } from "../test/test-server.ts";

const authorizations = ["Bearer ann:editor", "Bearer ann:admin", "Bearer :reader", "Bearer bob:editor:elsewhere"];

const files = {
  "shop/.precept/config.yaml": "store:\n  sqlite: true\n",
  "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n",
  "home/users/ann/rules/own.md": "---\nname: own\ndescription: Own.\n---\nUse tabs.\n",
};

it("answers every malformed request with a documented status and a problem", { timeout: 600_000 }, async () => {
  const { server } = await startTestServer(files, {
    authenticator: principalInToken,
    limits: { requestsPerMinute: Infinity, failedAuthenticationsPerMinute: Infinity },
  });
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(brokenRequests(authorizations), async (sent) => {
      const request = toRequest(sent);
      fc.pre(request !== undefined);
      const response = await answerInTime(server.fetch(request));
      seen.add(response.status);
      expect(await findBreach(sent, new URL(request.url), response)).toBeUndefined();
    }),
    { numRuns: bySize({ sample: 1000, full: 20_000 }), maxSkipsPerRun: 10 },
  );
  // The generator reaches the checks of all parts of a request.
  const reached = bySize({ sample: [200, 400, 401, 404], full: [200, 204, 400, 401, 403, 404, 405, 415] });
  expect([...seen]).toEqual(expect.arrayContaining(reached));
});
