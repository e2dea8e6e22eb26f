import type { JsonEntry } from "@precept/mdc-compat/install";
import { describe, expect, it } from "vitest";
import { addEntries } from "./add-entries.ts";
import { insertText, removeInsertions, isProblem } from "@precept/mdc-compat/json-text";
import { commandsOf, findHandlerOf, findOwnHandler, isOwnServer, linesOf, splitCommand } from "./json-entry.ts";
import { removeEntries } from "./remove-entries.ts";

const handler = { type: "command", command: "precept hook claude-code", timeout: 30 };
const hook: JsonEntry = { kind: "hook", path: ["hooks", "Pre"], value: { matcher: "*", hooks: [handler] }, agent: "claude-code" };
const server: JsonEntry = { kind: "server", path: ["servers", "precept"], value: { command: "precept", args: ["mcp"] } };
const version: JsonEntry = { kind: "default", path: ["version"], value: 1 };

/** The edited JSON without white space, or the problem. */
function add(value: unknown, entry: JsonEntry, known: readonly string[] = []): unknown {
  const added = addEntries(typeof value === "string" ? value : JSON.stringify(value), [entry], known);
  return isProblem(added) ? added : JSON.parse(added.text);
}

describe("adding entries", () => {
  it.each([
    ["a default", {}, version, { version: 1 }],
    ["no default that is set", { version: 7 }, version, { version: 7 }],
    ["a hook", {}, hook, { hooks: { Pre: [hook.value] } }],
    ["a hook beside others", { hooks: { Pre: [1] } }, hook, { hooks: { Pre: [1, hook.value] } }],
    ["no hook that exists", { hooks: { Pre: [hook.value] } }, hook, { hooks: { Pre: [hook.value] } }],
    [
      "only what a hook lacks",
      { hooks: { Pre: [{ hooks: [{ command: "precept hook claude-code", timeout: 5, own: 1 }] }] } },
      hook,
      { hooks: { Pre: [{ hooks: [{ command: "precept hook claude-code", timeout: 5, own: 1, type: "command" }] }] } },
    ],
    [
      "another command of a hook",
      { hooks: { Pre: [{ hooks: [{ ...handler, command: "npx @precept/cli hook claude-code" }] }] } },
      hook,
      { hooks: { Pre: [{ hooks: [handler] }] } },
    ],
    ["a server", { servers: {} }, server, { servers: { precept: server.value } }],
    [
      "other arguments of a server",
      { servers: { precept: { command: "precept", args: ["mcp", "--x"] } } },
      server,
      { servers: { precept: server.value } },
    ],
  ])("adds %s", (_, before, entry, after) => expect(add(before, entry)).toEqual(after));

  it.each([
    ["[1]", hook, "the file is not an object", 1, 1],
    ['{\n  "hooks": 7}', hook, '"hooks" is not an object', 2, 12],
    ['{"hooks": {\n"Pre": {}}}', hook, '"hooks.Pre" is not an array', 2, 8],
    ['{"servers": {\n  "precept": {"command": "other"}}}', server, '"servers.precept" is another server', 2, 14],
    ['{"servers": {\n  "precept": 7}}', server, '"servers.precept" is another server', 2, 14],
  ])("refuses %j", (text, entry, message, line, column) => {
    expect(add(text, entry)).toMatchObject({ message, line, column });
  });

  it("accepts known commands of other forms", () => {
    const own = { servers: { precept: { command: "node", args: ["x.js", "mcp"] } } };
    expect(add(own, server)).toMatchObject({ message: '"servers.precept" is another server' });
    expect(add(own, server, ["node x.js mcp"])).toEqual({ servers: { precept: server.value } });
  });

  it("tells what was created, and whether a command was replaced", () => {
    expect(addEntries("{}", [hook, version])).toMatchObject({
      created: [["hooks"], ["hooks", "Pre"], ["version"]],
      isReplaced: false,
    });
    expect(addEntries('{"hooks":{}}', [hook])).toMatchObject({ created: [["hooks", "Pre"]] });
    expect(addEntries('{"servers":{"precept":{"command":"precept","args":["mcp","x"]}}}', [server])).toMatchObject({
      isReplaced: true,
      insertions: [],
    });
  });
});

describe("removing entries", () => {
  const remove = (value: unknown, entry: JsonEntry, options = {}) => {
    const rest = removeEntries(JSON.stringify(value), [entry], options);
    return typeof rest === "string" ? JSON.parse(rest) : rest;
  };
  it.each([
    ["a hook, and what is empty then", { a: 1, hooks: { Pre: [hook.value] } }, hook, {}, { a: 1 }],
    ["a hook among others", { hooks: { Pre: [1, hook.value, 2] } }, hook, {}, { hooks: { Pre: [1, 2] } }],
    ["all hooks", { hooks: { Pre: [hook.value, 1, handler] } }, hook, {}, { hooks: { Pre: [1] } }],
    ["one handler of a group", { hooks: { Pre: [{ hooks: [handler, 1] }] } }, hook, {}, { hooks: { Pre: [{ hooks: [1] }] } }],
    ["no members that it did not create", { hooks: { Pre: [hook.value] } }, hook, { created: [["hooks", "Pre"]] }, { hooks: {} }],
    ["no default", { version: 1 }, version, {}, { version: 1 }],
    ["a server", { servers: { precept: server.value, other: 1 } }, server, {}, { servers: { other: 1 } }],
    [
      "no server of another program",
      { servers: { precept: { command: "x" } } },
      server,
      {},
      { servers: { precept: { command: "x" } } },
    ],
    ["nothing of another form", { hooks: { Pre: handler } }, hook, {}, { hooks: { Pre: handler } }],
  ])("removes %s", (_, before, entry, options, after) => expect(remove(before, entry, options)).toEqual(after));
});

describe("the commands of entries", () => {
  it.each([
    ["precept hook claude-code", true],
    ["/usr/bin/precept hook claude-code", true],
    ['"C:\\x y\\precept.cmd" hook claude-code', true],
    ["npx @precept/cli@1.2.3 hook claude-code", true],
    ["precept hook cursor", false],
    ["precept check claude-code", false],
    ["other hook claude-code", false],
    ["precept hook claude-code --x", false],
    ["hook claude-code", false],
  ])("%s is Precept's: %s", (command, isOwn) => {
    expect(findOwnHandler([{ command }], "claude-code") !== undefined).toBe(isOwn);
    expect(findOwnHandler({ a: { bash: command } }, "claude-code")?.path).toEqual(isOwn ? ["a"] : undefined);
  });

  it("are found by the member that tells entries apart", () => {
    const array = [
      { matcher: "a", hooks: [handler] },
      { matcher: "*", hooks: [handler] },
    ];
    expect(findHandlerOf(array, { ...hook, by: "matcher" })?.path).toEqual([1, "hooks", 0]);
    expect(findHandlerOf(array, hook)?.path).toEqual([0, "hooks", 0]);
    expect(findHandlerOf(7, hook)).toBeUndefined();
  });

  it("are listed, with the words of a server", () => {
    expect(linesOf(hook)).toEqual(["precept hook claude-code"]);
    expect(linesOf(server)).toEqual(["precept", "precept mcp"]);
    expect(commandsOf({ bash: "b", command: "a", windows: 7 })).toEqual(["a", "b"]);
    expect(commandsOf([])).toEqual([]);
    expect(isOwnServer({ command: "npx", args: ["@precept/cli", "mcp"] })).toBe(true);
    expect(isOwnServer({ command: "npx", args: ["mcp", "@precept/cli"] })).toBe(false);
    expect(isOwnServer("precept mcp")).toBe(false);
  });

  it.each([
    ["a  'b c' \"d\"e", ["a", "b c", "de"]],
    ["", []],
  ])("are split into words: %s", (line, words) => expect(splitCommand(line)).toEqual(words));
});

describe("insertions", () => {
  it.each([
    [
      "before another one",
      1,
      [
        [1, 2],
        [4, 3],
      ],
    ],
    [
      "at the start of another one",
      2,
      [
        [2, 2],
        [4, 3],
      ],
    ],
    ["inside another one", 3, [[2, 5]]],
    [
      "at the end of another one",
      5,
      [
        [2, 3],
        [5, 2],
      ],
    ],
    [
      "after another one",
      6,
      [
        [2, 3],
        [6, 2],
      ],
    ],
  ])("%s", (_, offset, insertions) => {
    const edited = insertText({ text: "abXXXcd", insertions: [[2, 3]] }, offset, "YY");
    expect(edited.insertions).toEqual(insertions);
    expect(removeInsertions(edited.text, edited.insertions)).toBe("abcd");
  });

  it.each([
    [[[0, 5]], undefined],
    [[[0, 4]], ""],
    [
      [
        [2, 1],
        [2, 1],
      ],
      undefined,
    ],
    [
      [
        [1, 1],
        [2, 1],
      ],
      "ad",
    ],
    [[[1, -1]], undefined],
    [[], "abcd"],
  ] as const)("%j are removed if they fit the text", (insertions, rest) =>
    expect(removeInsertions("abcd", insertions)).toBe(rest),
  );
});
