import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchExamples, type MatchKeyExamples } from "@precept/contract/policy";
import { contextKeys } from "@precept/contract/values";
import { compareText } from "@precept/core";
import { parsePolicies, policyJsonSchema } from "@precept/governance";
import { page, table } from "./markdown.ts";

/** The part of a JSON Schema that the page shows. */
interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const policies = join(import.meta.dirname, "policy-examples");
const examples: Readonly<Record<string, MatchKeyExamples>> = matchExamples;

/** The reference of the keys of `match`: types, values, examples, and what is refused. */
export function policyMatchReference(): string {
  const { properties = {}, $defs = {} } = policyJsonSchema() as Schema;
  const { $ref = "" } = properties["match"] ?? {};
  const rows = keyRows($defs[$ref.replace("#/$defs/", "")] ?? {});
  return page(
    "Conditions of policies",
    "The keys of `match` in a [policy](policies.md), and of each block in `all`, `any` and `absent`. All keys of a block must hold. A wrong value is an " +
      "error: the policy is not enforced, and the error names the file, the line, the key and a valid value. An unknown key is a warning and has no effect. " +
      "`precept policies new` asks for a policy and writes it. `precept policies try` shows what a policy does with a command, a file or a hook payload.",
    "## Keys",
    "Each example is the content of `match: { … }`.",
    table(["key", "type", "meaning", "example"], rows),
    "## Keys of `context_filter`",
    "The value of a key is a string, a list of allowed strings, `{ in: […] }` or `{ not: … }`.",
    table(
      ["key", "value", "example"],
      Object.entries(contextKeys).map(([key, { description, example }]) => [`\`${key}\``, description, code(example)]),
    ),
    "## What is refused",
    table(["written", "reported"], refusedRows()),
    "## Whole policies",
    "Each file passes `precept policies test`.",
    ...readdirSync(policies)
      .toSorted(compareText)
      .flatMap((file) => [`### \`${file}\``, `\`\`\`yaml\n${readFileSync(join(policies, file), "utf8").trimEnd()}\n\`\`\``]),
  );
}

/** A row for each key that has examples, and for the keys below it. */
function keyRows(schema: Schema, above = ""): string[][] {
  return Object.entries(membersOf(schema)).flatMap(([name, member]) => {
    const key = `${above}${name}`;
    const own = examples[key];
    if (own === undefined) return name === "PATH" ? keyRows(member, `${key}.`) : [];
    const row = [`\`${key}\``, typeOf(member), member.description ?? "", own.accepted.map(code).join("<br>")];
    return [row, ...keyRows(member, `${key}.`)];
  });
}

/** The keys of a mapping, also if it may be in a list. `PATH` is any key. */
function membersOf(schema: Schema): Readonly<Record<string, Schema>> {
  const choices = [schema, ...(schema.anyOf ?? [])];
  const mapping = choices.find(({ properties }) => properties !== undefined);
  if (mapping?.properties !== undefined) return mapping.properties;
  const { additionalProperties } = schema;
  return typeof additionalProperties === "object" ? { PATH: additionalProperties } : {};
}

/** Describes a type in words. */
function typeOf(schema: Schema): string {
  const { type, anyOf, items, minimum, maximum, $ref } = schema;
  if ($ref !== undefined) return "block";
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(", ");
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (type === "array") return items === undefined ? "list" : `list of ${pluralOf(typeOf(items))}`;
  if (type === "object") return schema.additionalProperties === false ? "mapping" : "mapping of keys to conditions";
  if (type === "number")
    return minimum === undefined || maximum === undefined ? "number" : `number from ${minimum} to ${maximum}`;
  return type === "boolean" ? "`true` or `false`" : (type ?? "any value");
}

function pluralOf(type: string): string {
  return type.replace(/^(?:string|block|mapping|number)\b/, "$&s");
}

function refusedRows(): string[][] {
  return Object.values(examples).flatMap(({ refused }) =>
    refused.map((match) => {
      const yaml = `id: A-1\nseverity: LOW\nmessage: m\nmatch: { ${match} }\n`;
      const [first] = parsePolicies(yaml).diagnostics;
      return [code(match), [first?.message, first?.hint].filter((text) => text !== undefined).join(" ")];
    }),
  );
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
