import type { Json } from "@precept/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isSameValue } from "../same-value.ts";
import { sharedJsonForm } from "./json.ts";
import { sharedTomlForm } from "./toml.ts";

const name = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/),
  fc.constantFrom("__proto__", "constructor", "a b", "ä.b", 'q"q'),
);
const scalar = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean());
const value: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(name, scalar, { maxKeys: 3 }),
) as fc.Arbitrary<Json>;
const object = fc.dictionary(name, value, { minKeys: 1, maxKeys: 4 }) as fc.Arbitrary<{ [key: string]: Json }>;

/** JSON with comments, in different layouts. */
const jsonText = fc
  .record({
    object,
    servers: fc.option(object, { nil: undefined }),
    indent: fc.constantFrom(0, 2, "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ object: others, servers, indent, eol }) => {
    const all = { ...others, ...(servers !== undefined && { mcpServers: servers }) };
    const text = JSON.stringify(all, null, indent);
    const commented =
      indent === 0 ? `/* top */ ${text} // end` : text.replace("{\n", "{\n// first\n").replace(/\n\}$/, "\n/* last */\n}");
    return (indent === 0 ? commented : `// top\n${commented}\n`).replaceAll("\n", () => eol);
  });

function without(keys: { readonly [key: string]: Json }, path: readonly [string, string]): Json {
  const entries = Object.entries(keys).map(([key, inner]): [string, Json] => {
    if (key !== path[0] || typeof inner !== "object" || inner === null || Array.isArray(inner)) return [key, inner];
    return [key, Object.fromEntries(Object.entries(inner).filter(([one]) => one !== path[1])) as Json];
  });
  return Object.fromEntries(entries.filter(([key, inner]) => key !== path[0] || JSON.stringify(inner) !== "{}"));
}

function read(form: typeof sharedJsonForm, text: string): { readonly [key: string]: Json } {
  const found = form.read(text);
  if ("problem" in found) throw new Error(`${found.problem.message}: ${text}`);
  return found.keys;
}

function edit(form: typeof sharedJsonForm, text: string, path: readonly string[], next: Json | undefined): string {
  const edited = form.edit(text, [{ path, value: next }]);
  if ("problem" in edited) throw new Error(`${edited.problem.message}: ${text}`);
  return edited.text;
}

it("changes one value of a JSON file and leaves all other values and comments", () => {
  fc.assert(
    fc.property(jsonText, name, value, value, (text, key, first, second) => {
      const path = ["mcpServers", key] as const;
      const others = without(read(sharedJsonForm, text), path);
      let current = text;
      for (const next of [first, second, undefined]) {
        current = edit(sharedJsonForm, current, path, next);
        const keys = read(sharedJsonForm, current);
        expect(isSameValue(without(keys, path), others)).toBe(true);
        const servers = keys["mcpServers"] as { readonly [key: string]: Json } | undefined;
        const present = servers !== undefined && Object.hasOwn(servers, key) ? servers[key] : undefined;
        expect(isSameValue(present, next)).toBe(true);
        for (const comment of text.match(/\/\/ [a-z]+|\/\* [a-z]+ \*\//g) ?? []) expect(current).toContain(comment);
        expect(edit(sharedJsonForm, current, path, next)).toBe(current);
      }
    }),
    { numRuns: 300 },
  );
});

const table = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z0-9_]{0,5}$/),
  fc.oneof(fc.string({ maxLength: 8 }), fc.boolean(), fc.array(fc.string({ maxLength: 5 }), { maxLength: 2 })),
  { minKeys: 1, maxKeys: 3 },
);

it("changes one table of a TOML file and leaves all other lines", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z][a-z0-9 -]{0,6}$/),
      table,
      table,
      fc.constantFrom("\n", "\r\n"),
      (key, first, second, eol) => {
        const lines = [
          "# top",
          'model = "m" # mine',
          "",
          "[mcp_servers.zz-other]",
          'command = "x"',
          "",
          "[tui]",
          "a = 1",
          "# end",
          "",
        ];
        const text = lines.join(eol);
        const path = ["mcp_servers", key];
        let current = text;
        for (const next of [
          { command: "c", env: first } as Json,
          { command: "d", args: ["x"], env: second } as Json,
          undefined,
        ]) {
          current = edit(sharedTomlForm, current, path, next);
          const { mcp_servers: servers } = read(sharedTomlForm, current) as { mcp_servers: { [name: string]: Json } };
          expect(isSameValue(servers[key], next)).toBe(true);
          for (const line of lines) expect(current).toContain(line);
        }
        expect(current).toBe(text);
      },
    ),
    { numRuns: 200 },
  );
});
