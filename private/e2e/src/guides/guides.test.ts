import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bySize } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../../../apps/cli/src/program.ts";
import { root } from "../run-node.ts";
import { checkCommand, findCommands } from "./find-commands.ts";
import { createMachine } from "./machine.ts";
import { renderGuide, type GuideMachine } from "./render-guide.ts";

const guides = join(root, "docs/guides");

/** The guides that the tests run. The trial `guides` runs all. */
const sample = new Set(["caching", "mcp", "rules-as-json", "search", "writing-rules"]);
const runs = bySize({ sample: (name: string) => sample.has(basename(name, ".md")), full: () => true });

// `PRECEPT_TRIAL=full vitest run private/e2e/src/guides --update` writes the output into the guides.
describe.each(readdirSync(guides))("docs/guides/%s", (name) => {
  const path = join(guides, name);
  const text = readFileSync(path, "utf8");

  it.runIf(runs(name))("has commands that run, and print what it says", async () => {
    await using machine = await createMachine();
    await expect(await renderGuide(text, machine)).toMatchFileSnapshot(path);
  });

  it("names commands and options that exist", () => {
    const program = createProgram({ out: () => undefined, err: () => undefined }, () => undefined);
    expect(
      findCommands(text)
        .map((command) => checkCommand(program, command))
        .filter((problem) => problem !== undefined),
    ).toEqual([]);
  });
});

describe("the runner of the guides", () => {
  const render = async (text: string): Promise<string> => {
    await using machine: GuideMachine & AsyncDisposable = await createMachine();
    return await renderGuide(text, machine);
  };

  it("writes the output of a command, its exit code, and keeps the directory", async () =>
    expect(await render("```sh\nmkdir a && cd a\n```\n\n```console\n$ pwd && false\nold\n```\n")).toBe(
      "```sh\nmkdir a && cd a\n```\n\n```console\n$ pwd && false\n/project/a\n(exit code 1)\n```\n",
    ));
  it.each([
    ["a command that fails", "```sh\nfalse\n```", "Line 1: the commands end with the exit code 1"],
    ["a program that fails", "\n```ts\nthrow new Error('No');\n```", "Line 2: the commands end with the exit code 1"],
    ["a block without a reason", "```sh unchecked:\n```", 'expected "unchecked: REASON"'],
    ["a part of a program without a reason", "```js\na\n```", 'expected "unchecked: REASON"'],
    ["a server that ends", "```sh background\nexit 3\n```", "Ended with the exit code 3"],
  ])("refuses %s", (_, text, message) => expect(render(text)).rejects.toThrow(message));
  it("finds commands in prose, and options that do not exist", () => {
    const program = createProgram({ out: () => undefined, err: () => undefined }, () => undefined);
    const text =
      "Run `precept check --staged`, `echo a | precept check -`, `precept check\n--never`, `precept audit nothing` or `git`.";
    expect(findCommands(text).map((command) => checkCommand(program, command))).toEqual([
      undefined,
      undefined,
      "precept check --never: no option --never",
      "precept audit nothing: no command nothing",
    ]);
  });
});
