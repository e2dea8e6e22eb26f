import { maxEntryCharacters } from "@precept/agent-context";
import { described } from "@precept/core";
import * as z from "zod/mini";
import { textArgument, toolArguments, optionalArgument } from "../argument-schemas.ts";
import { adding, defineTool } from "../tool.ts";

/** The tool that adds an entry to today's note. Sessions of both types have it if they may write. */
export const note = defineTool({
  name: "note",
  title: "Note something",
  description:
    "Adds an entry to today's note, memory/YYYY-MM-DD.md. The notes of today and yesterday are read in every session, also in shared ones: write nothing " +
    "private into them.",
  annotations: adding,
  part: ({ context }) => context?.note,
  input: () =>
    toolArguments({
      content: described("The entry, in Markdown.", textArgument(maxEntryCharacters)),
      section: optionalArgument(
        "The heading below which it is added. Default: the part above the first heading.",
        textArgument(100),
      ),
    }),
  output: z.object({ date: z.string(), path: z.string() }),
  async answer(add, { content, section }) {
    const { date, path } = await add({ content, section });
    return { data: { date, path }, text: `Noted in ${path}.` };
  },
});
