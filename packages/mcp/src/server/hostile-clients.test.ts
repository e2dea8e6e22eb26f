import { setTimeout as delay } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { bySize, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hostOfWorkspace } from "../host/workspace-host.ts";
import type { PreceptHost } from "../host/precept-host.ts";
import { transportTo } from "../../test/http.ts";
import { clientOf, forbids } from "../../test/engine.ts";
import { argumentsOf } from "../../test/generate-arguments.ts";
import { openProject, ruleFile } from "../../test/workspace.ts";
import { createPreceptHandler } from "./create-handler.ts";

const files = {
  ".precept/rules/style.md": ruleFile("style", "Use named exports."),
  ".precept/rules/api.md": ruleFile("api", "Return JSON.", { inclusion: "fileMatch", globs: ["api/**"] }),
};

const concurrentCalls = propertyRuns({ sample: 300, full: 1000 });

async function openHost(): Promise<PreceptHost> {
  const { workspace } = await openProject(files);
  await workspace.policies.register(forbids("x"));
  return hostOfWorkspace(workspace);
}

/** Fails if there is no answer. A tool result, and an error of the protocol, are answers. */
async function answerTo(client: Client, name: string, args: unknown): Promise<"result" | "error result" | number> {
  try {
    const { isError } = await client.callTool({ name, arguments: args as Record<string, unknown> }, { timeout: 20_000 });
    return isError === true ? "error result" : "result";
  } catch (error) {
    const { code } = error as { readonly code: unknown };
    if (typeof code === "number" && code !== -32_603) return code;
    throw error;
  }
}

/** Arguments that have a result. Of these tools, few generated arguments have one: most name or replace rules that do not exist. */
const rarelyGenerated: Readonly<Record<string, object>> = {
  get_rule: { name: "style" },
  remember_rule: { content: "Return early from functions." },
};

describe.each(bySize<readonly ("legacy" | "modern")[]>({ sample: ["modern"], full: ["legacy", "modern"] }))(
  "a server, %s, whatever a client calls",
  (era) => {
    it("answers generated arguments of each tool with a result or an error of the protocol", async () => {
      const client = await clientOf(await openHost(), era, { tools: "all", policyTools: true });
      for (const { name, inputSchema } of (await client.listTools()).tools) {
        const outcomes = new Set<unknown>();
        await fc.assert(
          fc.asyncProperty(argumentsOf(inputSchema), async (args) => {
            outcomes.add(await answerTo(client, name, args));
          }),
          { numRuns: 100 },
        );
        const rare = rarelyGenerated[name];
        if (rare !== undefined) outcomes.add(await answerTo(client, name, rare));
        expect({ name, hasResult: outcomes.has("result") }).toEqual({ name, hasResult: true });
      }
      expect(await answerTo(client, "rules_for_files", {})).toBe("result");
    });

    it("refuses forged cursors of tools, resources and answers", async () => {
      const client = await clientOf(await openHost(), era);
      const forged = fc.oneof(
        fc.string({ minLength: 1 }),
        fc.base64String({ minLength: 1 }),
        fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
        fc
          .tuple(
            fc.constantFrom("tools", "resources", "rules", "rule", "search"),
            fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 2 }),
          )
          .map(([kind, rest]) => Buffer.from(JSON.stringify([kind, ...rest, {}])).toString("base64url")),
      );
      await fc.assert(
        fc.asyncProperty(forged, async (cursor) => {
          for (const method of ["tools/list", "resources/list"] as const) {
            await expect(client.request({ method, params: { cursor } })).rejects.toMatchObject({ code: -32_602 });
          }
          for (const [name, args] of [
            ["rules_for_files", {}],
            ["request_rules", { names: ["style"] }],
            ["get_rule", { name: "style" }],
            ["search_rules", { query: "style" }],
          ] as const) {
            expect(await answerTo(client, name, { ...args, cursor })).toBe("error result");
          }
        }),
        { numRuns: propertyRuns({ sample: 40, full: 100 }) },
      );
    });

    it("answers hundreds of concurrent calls", async () => {
      const client = await clientOf(await openHost(), era);
      const calls = Array.from({ length: concurrentCalls }, (_, at) =>
        client.callTool({ name: "rules_for_files", arguments: { files: [`api/${at}.ts`] } }),
      );
      const results = await Promise.all(calls);
      for (const [at, { structuredContent }] of results.entries()) {
        expect(JSON.stringify(structuredContent)).toContain(`api/${at}.ts`);
      }
    });

    it("answers hundreds of concurrent calls over HTTP", async () => {
      const host = await openHost();
      const handler = createPreceptHandler();
      onTestFinished(() => handler.close());
      const client = new Client(
        { name: "test", version: "1.0.0" },
        { versionNegotiation: { mode: era === "modern" ? "auto" : "legacy" } },
      );
      await client.connect(transportTo(handler, host));
      const calls = Array.from({ length: concurrentCalls }, (_, at) =>
        client.callTool({ name: "rules_for_files", arguments: { files: [`api/${at}.ts`] } }),
      );
      for (const [at, { structuredContent }] of (await Promise.all(calls)).entries()) {
        expect(JSON.stringify(structuredContent)).toContain(`api/${at}.ts`);
      }
    });

    it("stops work for a client that leaves during a call, and ends its subscriptions", async () => {
      const host = await openHost();
      const { rules } = host;
      if (rules === undefined) throw new Error("The host has no rules.");
      const aborted = vi.fn<() => void>();
      const unsubscribed = vi.fn<() => void>();
      const started = vi.fn<() => void>();
      const slow: PreceptHost = {
        ...host,
        rules: {
          ...rules,
          async resolve(_request, { signal }) {
            started();
            const sent = signal as AbortSignal;
            sent.addEventListener("abort", aborted);
            await delay(30_000, undefined, { signal: sent });
            throw new Error("It was not aborted.");
          },
          subscribe(listener) {
            const end = rules.subscribe(listener);
            return () => {
              unsubscribed();
              end();
            };
          },
        },
      };
      const client = await clientOf(slow, era);
      const call = client.callTool({ name: "rules_for_files" }).catch(() => "failed");
      await vi.waitFor(() => expect(started).toHaveBeenCalled());
      await client.close();
      expect(await call).toBe("failed");
      await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
      await vi.waitFor(() => expect(unsubscribed).toHaveBeenCalled());
    });
  },
);
