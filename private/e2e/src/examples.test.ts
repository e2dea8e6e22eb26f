import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, runExample, runPrecept } from "./run-node.ts";

const storefront = join(root, "examples/storefront");
const home = { PRECEPT_HOME: join(storefront, "home") };

async function golden(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const { out } = await runPrecept(args, env);
  await expect(out.replaceAll(root, "/repository").replaceAll("\r\n", "\n")).toMatchFileSnapshot(
    join(import.meta.dirname, "golden", name),
  );
}

describe("the output for examples/storefront", () => {
  const request = [
    "src/cart/cart.tsx",
    "--root",
    "examples/storefront",
    "--prompt",
    "Fix the cart total, then run @security-review on @src/api/orders.ts",
  ];

  it("explains the request of the README", () => golden("storefront-explain.txt", ["explain", ...request]));
  it("resolves the request to a prompt section", () => golden("storefront-resolve.md", ["resolve", ...request]));
  it("resolves the request in the other formats", async () => {
    await golden("storefront-resolve.mdc", ["resolve", ...request, "--format", "mdc"]);
    await golden("storefront-resolve.xml", ["resolve", ...request, "--format", "xml"]);
  });
  it("adds user and global rules", () =>
    golden("storefront-explain-ada.txt", ["explain", ...request, "--user", "ada", "--all"], home));
  it("lists all rules", () => golden("storefront-list.txt", ["list", "--root", "examples/storefront", "--user", "ada"], home));
  it("shows what an export would write and what it leaves out", () =>
    golden("storefront-export.txt", [
      "export",
      "--to",
      "claude,copilot,agents",
      "--root",
      "examples/storefront",
      "--check",
      "--all",
    ]));
  it("reports the malformed file", () => golden("storefront-lint.txt", ["lint", "--root", "examples/storefront"]));
});

/** The programs in `examples`, with what is typed into them. */
const programs: Readonly<Record<string, readonly string[]>> = {
  "ai-sdk": [],
  chat: [
    "Fix the total in `src/cart/cart.tsx`",
    "Now write its test",
    "/rules show react-components",
    "/rules create hurry --content Hurry.",
    "/nonsense",
  ],
  langchain: [],
  library: [],
  mastra: [],
  "mcp-client": [],
  "openai-agents": [],
};

describe.each(Object.entries(programs))("examples/%s", (name, lines) => {
  it("runs", { tags: "slow" }, async () => {
    const { out, err, code } = await runExample(name, lines.join("\n"));
    expect(err).toBe("");
    expect(code).toBe(0);
    await expect(out.replaceAll("\r\n", "\n")).toMatchFileSnapshot(join(import.meta.dirname, `golden/${name}.txt`));
  });
});

describe("the rules of this repository", () => {
  it("apply to its source files", async () => {
    const { out } = await runPrecept(["explain", "packages/core/src/glob/glob.ts", "--json"]);
    const { applied } = JSON.parse(out) as { applied: { name: string }[] };
    expect(applied.map(({ name }) => name)).toEqual(expect.arrayContaining(["code-style", "pure-packages"]));
  });
});
