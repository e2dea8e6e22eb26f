import { described, PreceptError, type SearchResult } from "@precept/core";
import * as z from "zod/mini";
import { decodeCursor, encodeCursor } from "../../paging/cursor.ts";
import { ruleEntrySchema, toRuleEntry } from "../../rules/rule-entry.ts";
import { integerArgument, pageArguments, textArgument, toolArguments, optionalArgument } from "../argument-schemas.ts";
import { defineTool, readOnly } from "../tool.ts";
import { InvalidArgumentsError } from "../../invalid-arguments.ts";

const output = z.object({
  rules: described("Best match first.", z.array(z.extend(ruleEntrySchema, { score: z.number() }))),
  total: described("The number of matches on all pages.", z.number()),
  mode_used: described("How rules were found: by words (`sparse`), by meaning (`dense`), or by both (`hybrid`).", z.string()),
  next_cursor: described("Call again with it as `cursor` for more. Null: this is the last page.", z.nullable(z.string())),
});

const maxLimit = 50;
const defaultLimit = 10;

/** The maximum length of one match in an answer, in UTF-16 code units. */
const matchLength = 1500;

const positionSchema = z.tuple([z.string(), z.string()]);

export const searchRules = defineTool({
  name: "search_rules",
  title: "Search rules",
  description:
    "Finds rules by words, and by meaning if the project has an embedder, whether or not they apply to your work. It returns names and descriptions: " +
    "call `rules_for_files` with `names` for the texts. The list comes in pages: if `next_cursor` is not null, call again with it as `cursor`.",
  annotations: readOnly,
  part: ({ rules }) => rules,
  input: () =>
    toolArguments({
      query: described("What the rules are about.", textArgument(2000)),
      limit: optionalArgument(`The maximum number of rules of a page. Default ${defaultLimit}.`, integerArgument(1, maxLimit)),
      ...pageArguments,
    }),
  // The name in the REST API.
  aliases: { text: "query" },
  output,
  async answer(host, { query, limit = defaultLimit, cursor, max_characters: maxCharacters }, call) {
    const fitting = Math.max(1, Math.floor((maxCharacters ?? call.answerCharacters) / matchLength));
    const request = { text: query, limit: Math.min(limit, fitting) };
    const found = await search(cursor === undefined ? request : { ...request, cursor: readCursor(cursor, query) });
    const data = {
      rules: found.hits.map(({ stored, score }) => ({ ...toRuleEntry(stored.rule), score })),
      total: found.total,
      mode_used: found.modeUsed,
      next_cursor: found.cursor === undefined ? null : encodeCursor("search", [query, found.cursor]),
    };
    return { data, text: textOf(data) };

    async function search(page: Parameters<typeof host.search>[0]): Promise<SearchResult> {
      try {
        return await host.search(page, { signal: call.signal });
      } catch (error) {
        if (cursor !== undefined && PreceptError.is(error, "OPTION_VALUE_INVALID")) throw invalidCursor();
        throw error;
      }
    }
  },
});

function readCursor(cursor: string, query: string): string {
  const [given, position] = decodeCursor("search", cursor, positionSchema);
  if (given === query) return position;
  throw invalidCursor();
}

function invalidCursor(): InvalidArgumentsError {
  return new InvalidArgumentsError("The cursor does not continue this search. Call again without `cursor`.");
}

function textOf({ rules, total, next_cursor: next }: z.infer<typeof output>): string {
  const lines = rules.map(({ name, inclusion, description }) => `- ${name} (${inclusion}): ${description}`);
  const more = next === null ? "" : ` For more, call again with \`cursor\`: ${next}`;
  return [`${rules.length} of ${total} rules.${more}`, ...lines].join("\n");
}
