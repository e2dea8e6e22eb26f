import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../test/precept-in.ts";
import { hasColour, narrow, plainStyle, styleFor } from "./text.ts";

describe("colours", () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { TERM: "dumb" }, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [true, { FORCE_COLOR: "false" }, false],
    [false, { FORCE_COLOR: "" }, false],
    [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("in a terminal (%s) with %j: %s", (interactive, env, expected) => {
    expect(hasColour({ interactive, env })).toBe(expected);
  });

  it.each([["list"], ["explain"], ["lint"], ["doctor"], ["conflicts"], ["show", "house"], ["show", "missing"]])(
    "are printed by %s with FORCE_COLOR, and not with --no-color",
    async (...args) => {
      const { precept } = await createProject({ ".precept/rules/house.md": nativeRule("house") });
      const coloured = await precept(args, { env: { FORCE_COLOR: "1" } });
      expect(coloured.out + coloured.err).toContain("\u001B[");
      const plain = await precept([...args, "--no-color"], { env: { FORCE_COLOR: "1" }, interactive: true });
      expect(plain.out + plain.err).not.toContain("\u001B");
    },
  );
});

describe("the width of the terminal", () => {
  const terminal = { env: {}, interactive: true, columns: 40 };

  it("is unlimited if the output is not a terminal", () => {
    expect(styleFor({ ...terminal, interactive: false }).width).toBeUndefined();
    expect(narrow(plainStyle, 4).width).toBeUndefined();
  });

  it("is at least 20", () => {
    expect(styleFor(terminal).width).toBe(40);
    expect(narrow(styleFor(terminal), 4).width).toBe(36);
    expect(styleFor({ ...terminal, columns: 5 }).width).toBe(20);
  });
});
