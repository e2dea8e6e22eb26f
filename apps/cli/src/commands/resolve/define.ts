import type { Define } from "../../define.ts";
import type { ResolveCommandOptions } from "./command.ts";
import { sessionTypeOption, viewOption } from "../../view-option.ts";
import { addRequestOptions, requestOfFiles } from "../../request.ts";

export const defineResolve: Define = (program) =>
  program
    .command("resolve")
    .argument("[files...]", "the files that the request is about")
    .summary("print the prompt section for an agent")
    .description(
      "Prints only the prompt section with the rules that apply to a request, for an agent to read. Prints nothing if no rule applies.",
    )
    .option(
      "--with-context",
      "print the agent context as well, before the rules: AGENTS.md, SPIRIT.md, OWNER.md and others (creates no context file; a main session gets BOOTSTRAP.md once; see `precept context`)",
    )
    .addOption(sessionTypeOption("shared").implies({ withContext: true }))
    .option("--debug", "append the trace to the prompt section")
    .option(
      "--session <id>",
      "the session of the agent that reads the rules, in which the delivery is recorded: see `precept sessions`",
    )
    .with(addRequestOptions)
    .addOption(viewOption())
    .examples("concepts.md", {
      "Give an agent the rules of a file": "precept resolve src/cart.tsx | my-agent",
      "Start an agent with everything it must know, and its memory": "precept resolve --session-type main | my-agent",
      "Read the prompt from standard input": "my-agent --print-prompt | precept resolve --prompt -",
    })
    .runs(
      async () => (await import("./command.ts")).resolve,
      ({ sessionType }: ResolveCommandOptions) => ({
        argsAreFiles: true,
        usesCounts: true,
        // Records that BOOTSTRAP.md was offered.
        writes: sessionType === "main",
        // With --debug, every rule that does not apply is printed.
        searchFor: (settings, options) => (options.debug === true ? undefined : requestOfFiles(options, settings)),
      }),
    );
