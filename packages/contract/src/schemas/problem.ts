import { z } from "zod";
import { texts, type Wire } from "../wire-parts.ts";
import { similarRule, wireRule } from "./rule.ts";

/** An error as RFC 9457 defines it, with the code of the error and the id of the request. */
export const problem = z
  .looseObject({
    type: z.string().describe("The page about this kind of error."),
    title: z.string().describe("The kind of error."),
    status: z.int().describe("The status of the answer."),
    detail: z.string().describe("What is wrong, and what to do about it."),
    code: z.string().describe("The code of the error, which is permanent."),
    request_id: z.string().describe("The id of the request, as in the server's log."),
    errors: z
      .array(
        z.object({
          pointer: z
            .string()
            .describe("The invalid part: a JSON Pointer into the body, `?name` for the query or the name of a parameter."),
          detail: z.string(),
        }),
      )
      .optional()
      .describe("All invalid parts of the request."),
    ids: texts.optional().describe("The ids of the rules that have the name. Only with `RULE_AMBIGUOUS`."),
    existing: wireRule
      .optional()
      .describe(
        "The rule that already has the name or the text. Only with `RULE_EXISTS`, if the client can see it, and `RULE_KNOWN`.",
      ),
    similar: z
      .array(similarRule)
      .optional()
      .describe("The rules that say nearly the same, or seem to say the opposite. Only with `RULE_SIMILAR`."),
  })
  .meta({ id: "Problem", description: "An error (RFC 9457). The media type is `application/problem+json`." });

export type Problem = Wire<typeof problem>;
