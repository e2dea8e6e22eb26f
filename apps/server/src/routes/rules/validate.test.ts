import { expect, it } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";

const content =
  "---\nname: money\ndescription: Amounts.\nglobs: ['src/**/*.test.ts']\npriority: 80\n---\nCents, as in #[[file:docs/rounding.md]].\n";

interface Validated {
  readonly valid: boolean;
  readonly outputs: readonly {
    readonly tool: string;
    readonly exact: boolean;
    readonly notes: readonly string[];
    readonly files: readonly { readonly path: string; readonly content: string }[];
  }[];
}

it("says what each tool would get of a rule that is not stored, with the files that it includes", async () => {
  const { request } = await startTestServer({ "shop/docs/rounding.md": "Round half to even.\n" });
  const { body } = await request("/rules/validate", { body: { content, tools: ["cursor", "codex"] } });
  const { valid, outputs } = body as Validated;
  expect(valid).toBe(true);
  expect(outputs.map(({ tool, exact }) => [tool, exact])).toEqual([
    ["cursor", true],
    ["codex", false],
  ]);
  expect(outputs[0]?.notes).toContain("Cursor has no priorities.");
  expect(outputs[0]?.files).toMatchObject([
    { path: ".cursor/rules/money.mdc", content: expect.stringContaining("Round half") as string },
  ]);
});

it("lists no outputs for a text with errors, and refuses unknown tools", async () => {
  const { request } = await startTestServer();
  expect((await request("/rules/validate", { body: { content: "No header.", tools: ["cursor"] } })).body).toMatchObject({
    outputs: [],
  });
  const refused = await request("/rules/validate", { body: { content, tools: ["no-tool"] } });
  expect(refused).toMatchObject({ status: 400, body: { code: "TOOL_UNKNOWN" } });
});
