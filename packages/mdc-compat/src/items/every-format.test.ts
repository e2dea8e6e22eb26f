import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import type { AgentItem, ItemFormat, ItemKind, JsonFields } from "../model/item.ts";
import { toolItems } from "../tables/items.ts";
import type { DialectId } from "../tools.ts";
import { isSameField, readItem, writeItem } from "./item-codec.ts";
import { editSharedFile, printItemFile, readStoredItems, toStoredValues } from "./item-file.ts";
import { itemTable } from "./item-table.ts";

const rows = Object.entries(toolItems).flatMap(([tool, { formats }]) =>
  formats.map((format) => [`${tool} ${format.kind}`, tool as DialectId, format] as const),
);

const line = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => text.replaceAll(/\s|\p{Cc}|\p{Cs}/gu, "_").trim() || "x");
const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
const value = fc.oneof(
  line,
  word.map((name) => `\${${name.toUpperCase().replaceAll("-", "_")}}`),
);
const content = fc
  .array(
    fc.oneof(
      line,
      fc.constantFrom("See $ARGUMENTS.", "First: $1", "!`git status`", "${input:branch}", "---", "", "# Title", "key: value"),
    ),
    { maxLength: 5 },
  )
  .map((lines) =>
    lines
      .join("\n")
      .replace(/^[ \t\n]+/, "")
      .trimEnd(),
  );
const pattern = fc.oneof(
  fc.constantFrom("shell", "read", "edit", "fetch", "mcp(github)", "mcp(github/search)"),
  fc
    .tuple(fc.constantFrom("git status", "ls", "npm run test"), fc.boolean())
    .map(([command, isOpen]) => `shell(${command}${isOpen ? " *" : ""})`),
  fc.constantFrom("read(./.env)", "edit(src/**)", "fetch(example.com)"),
);
const patterns = fc.uniqueArray(pattern, { minLength: 1, maxLength: 4 });
const record = fc.dictionary(word, value, { minKeys: 1, maxKeys: 3 });
const actions = fc.uniqueArray(fc.constantFrom("read", "search", "list", "edit", "write", "shell", "fetch", "claude:Task"), {
  minLength: 1,
  maxLength: 4,
});
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });

/** The fields of a random item. */
const fieldsOf: Readonly<Record<ItemKind, fc.Arbitrary<JsonFields>>> = {
  command: fc.record(
    { description: line, argumentHint: line, allowedTools: patterns, content },
    { requiredKeys: ["content"] },
  ) as fc.Arbitrary<JsonFields>,
  subagent: fc.record(
    { description: line, tools: actions, content },
    { requiredKeys: ["description", "content"] },
  ) as fc.Arbitrary<JsonFields>,
  mcp: fc.oneof(
    fc.record(
      {
        command: word,
        args: fc.array(value, { minLength: 1, maxLength: 3 }),
        env: record,
        enabled: fc.constant(false),
        disabledTools: words,
      },
      { requiredKeys: ["command"] },
    ),
    fc.record({ url: line, headers: record, transport: fc.constant("sse"), tools: words }, { requiredKeys: ["url"] }),
  ) as fc.Arbitrary<JsonFields>,
  ignore: fc.record({
    content: fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n").trim()),
  }) as fc.Arbitrary<JsonFields>,
  permissions: fc.record({ allow: patterns, ask: patterns, deny: patterns }, { requiredKeys: [] }) as fc.Arbitrary<JsonFields>,
};

/** Writes an item to a file of a tool, and reads it back. */
function throughFile(tool: DialectId, format: ItemFormat, item: AgentItem): AgentItem | undefined {
  const { keys } = writeItem(tool, format, item);
  const values = toStoredValues(format, item.name, keys);
  const edited = format.at === undefined ? { text: printItemFile(format, keys) } : editSharedFile(format, "", values);
  if ("problem" in edited) throw new Error(edited.problem.message);
  const read = readStoredItems(format, item.name, edited.text);
  if ("problem" in read) throw new Error(`${read.problem.message} in ${edited.text}`);
  const [stored] = read.items;
  return stored === undefined ? undefined : readItem(tool, format, stored.name, stored.keys);
}

describe("an item in the file of a tool", () => {
  it.each(rows)("%s: reads what was written, without what the notes name", (_, tool, format) => {
    fc.assert(
      fc.property(fieldsOf[format.kind], (fields) => {
        const name = itemTable[format.kind].isSingle ? format.kind : "review";
        const item: AgentItem = { kind: format.kind, name, fields, own: {}, targets: [] };
        const { notes } = writeItem(tool, format, item);
        const noted = new Set(notes.map(({ field }) => field));
        const read = throughFile(tool, format, item);
        for (const field of itemTable[format.kind].fields) {
          if (noted.has(field)) continue;
          const isSame = isSameField(format.kind, field, fields[field], read?.fields[field]);
          expect({ field, isSame, wanted: fields[field], got: read?.fields[field] }).toMatchObject({ isSame: true });
        }
        // What was read is written in the same way.
        expect(read && throughFile(tool, format, read)).toEqual(read);
      }),
      { numRuns: 100 },
    );
  });
});
