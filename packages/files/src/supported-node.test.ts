import { describe, expect, it } from "vitest";
import { explainUnsupportedRuntime, isSupportedNode, minimumNode } from "./supported-node.ts";

describe("the oldest supported Node", () => {
  it.each(["20.19.5", "22.0.0", "22.9.9", "22.12.0", "22.13.1", "18.99.99"])("is newer than %s", (version) =>
    expect(isSupportedNode(version)).toBe(false),
  );

  it.each([minimumNode, "22.14.1", "22.22.0", "24.0.0", "26.10.0", "24.0.0-nightly20260101abc"])(
    "is not newer than %s",
    (version) => expect(isSupportedNode(version)).toBe(true),
  );

  it("is not newer than the release that runs this test", () => expect(isSupportedNode()).toBe(true));
});

describe("explainUnsupportedRuntime", () => {
  it("names the runtime that cannot run Precept", () => {
    expect(explainUnsupportedRuntime({ node: "20.0.0" })).toBe(
      `Precept needs Node ${minimumNode} or newer; this is Node 20.0.0.`,
    );
    expect(explainUnsupportedRuntime({ node: "26.0.0", deno: "2.9.6" })).toBe(
      `Precept needs Node ${minimumNode} or newer; this is Deno 2.9.6. Run it with Node, for example by \`npx @precept/cli\`.`,
    );
    expect(explainUnsupportedRuntime()).toBeUndefined();
  });
});
