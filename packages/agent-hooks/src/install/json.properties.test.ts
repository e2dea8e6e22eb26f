import type { JsonEntry } from "@precept/mdc-compat/install";
import * as fc from "fast-check";
import type { Json } from "@precept/core";
import { expect, it } from "vitest";
import { addEntries } from "./add-entries.ts";
import { removeInsertions, isProblem, parseJsonDocument, valueOf } from "@precept/mdc-compat/json-text";
import { removeEntries } from "./remove-entries.ts";

const hook = { type: "command", command: "precept hook claude-code", timeout: 30 };
const entries: readonly JsonEntry[] = [
  { kind: "default", path: ["version"], value: 1 },
  { kind: "hook", path: ["hooks", "PreToolUse"], value: { matcher: "*", hooks: [hook] }, agent: "claude-code" },
  { kind: "hook", path: ["hooks", "PostToolUse"], value: hook, agent: "claude-code" },
  { kind: "server", path: ["mcpServers", "precept"], value: { command: "precept", args: ["mcp"] } },
];

/** Whitespace and comments, of which line comments end with a line end. */
const blank = fc
  .array(fc.constantFrom("", " ", "\t", "\n", "\r\n", "  ", "/* a, ] } */", '// b, } " \n', "// c\r\n", "/**/"), { maxLength: 3 })
  .map((parts) => parts.join(""));

const scalar = fc.oneof(
  fc.constantFrom("null", "true", "-1.5e3", '"precept hook claude-code"', '"\\u0041\\n"', '"// no comment"', '""'),
  fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text)),
);

/** Prints a container: its children with blanks between them, and sometimes a trailing comma. */
function containerOf(
  children: readonly string[],
  [open, close]: readonly [string, string],
  blanks: readonly string[],
  isTrailing: boolean,
): string {
  const at = (index: number): string => blanks[index % blanks.length] ?? "";
  const joined = children.map((child, index) => `${at(index)}${child}${at(index + 1)}`).join(",");
  return `${open}${joined}${isTrailing && children.length > 0 ? "," : ""}${at(children.length + 2)}${close}`;
}

const blanks = fc.array(blank, { minLength: 1, maxLength: 5 });

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc
      .tuple(fc.array(tie("value"), { maxLength: 3 }), blanks, fc.boolean())
      .map(([all, gaps, end]) => containerOf(all, ["[", "]"], gaps, end)),
    fc
      .tuple(
        fc.uniqueArray(fc.tuple(fc.string({ maxLength: 5 }), tie("value")), { maxLength: 3, selector: ([name]) => name }),
        blanks,
        fc.boolean(),
      )
      .map(([all, gaps, end]) =>
        containerOf(
          all.map(([name, one]) => `${JSON.stringify(name)}${gaps[0] ?? ""}:${one}`),
          ["{", "}"],
          gaps,
          end,
        ),
      ),
  ),
}));

const list = fc
  .tuple(fc.array(value, { maxLength: 3 }), blanks, fc.boolean())
  .map(([all, gaps, end]) => containerOf(all, ["[", "]"], gaps, end));

/** A settings file, sometimes with the members that the install writes to. */
const settings = fc
  .tuple(
    fc.dictionary(fc.constantFrom("a", "b", "__proto__", "version", "z"), value),
    fc.option(list),
    fc.option(list),
    fc.option(value),
    blanks,
    fc.boolean(),
    fc.boolean(),
  )
  .map(([others, before, after, server, gaps, isTrailing, hasMark]) => {
    const member = (name: string, text: string | null): readonly string[] =>
      text === null ? [] : [`${JSON.stringify(name)}: ${text}`];
    const hooks = [...member("PreToolUse", before), ...member("PostToolUse", after)];
    const servers = member("other", server);
    const members = [
      ...Object.entries(others).flatMap(([name, text]) => member(name, text)),
      ...(hooks.length > 0 ? member("hooks", containerOf(hooks, ["{", "}"], gaps, isTrailing)) : []),
      ...(servers.length > 0 ? member("mcpServers", containerOf(servers, ["{", "}"], gaps, !isTrailing)) : []),
    ];
    return `${hasMark ? "\uFEFF" : ""}${gaps[0] ?? ""}${containerOf(members, ["{", "}"], gaps, isTrailing)}${gaps.at(-1) ?? ""}`;
  });

function read(text: string): Json {
  const document = parseJsonDocument(text);
  if (isProblem(document)) throw new Error(`${document.message}: ${JSON.stringify(text)}`);
  return document.root === undefined ? null : valueOf(document.root);
}

/** A value without the entries of the install, and without the containers that are empty without them. */
function withoutEntries(text: string): Json {
  const { version: _, hooks = {}, mcpServers = {}, ...others } = read(text) as Record<string, Record<string, Json>>;
  return JSON.parse(JSON.stringify({ ...others, hooks: { PreToolUse: [], PostToolUse: [], ...hooks }, mcpServers })) as Json;
}

it("adds entries to any JSON with comments so that all other values stay, a second time adds nothing, and the insertions can be removed", () => {
  fc.assert(
    fc.property(settings, (text) => {
      const added = addEntries(text, entries);
      if (isProblem(added)) throw new Error(added.message);
      expect(removeInsertions(added.text, added.insertions)).toBe(text);
      const again = addEntries(added.text, entries);
      expect(isProblem(again) ? again : again.text).toBe(added.text);
      const after = read(added.text) as Record<string, Record<string, readonly Json[]>>;
      expect(after["hooks"]?.["PreToolUse"]?.at(-1)).toEqual({ matcher: "*", hooks: [hook] });
      expect(after["mcpServers"]?.["precept"]).toEqual({ command: "precept", args: ["mcp"] });
      const rest = removeEntries(added.text, entries);
      if (typeof rest !== "string") throw new Error(rest.message);
      expect(withoutEntries(rest)).toEqual(withoutEntries(text));
    }),
    // A comment that ends in a blank
    {
      examples: [
        [
          '{"a": ""// b \n,// b \n"hooks": {"PreToolUse": [""]// b \n,// b \n"PostToolUse": []},"mcpServers": {"other": ""// b \n,}// b \n}',
        ],
      ],
    },
  );
});
