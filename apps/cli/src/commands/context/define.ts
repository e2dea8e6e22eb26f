import type { Define } from "../../define.ts";
import { createIntegerParser } from "../../parse-options.ts";
import { sessionTypeOption } from "../../view-option.ts";

const guide = "guides/agent-memory.md";

export const defineContext: Define = (program) => {
  const context = program
    .command("context")
    .summary("show the files that an agent boots from, and write its memory")
    .description(
      "Shows and sets up the agent context: AGENTS.md, SPIRIT.md, OWNER.md, TOOLS.md, the notes of today and yesterday, and the agent's memory, MEMORY.md.",
    )
    .examples(guide, {
      "Set up a directory for an agent": "precept context init",
      "Remember a decision": 'precept context remember "Deploys happen on Tuesdays." --category Decisions',
      "Show what an agent boots from": "precept context show",
    });

  context
    .command("show")
    .summary("show the files of the context")
    .description(
      "Shows the files of the context in the order in which they are loaded, each with its state and its length. Creates no file. Shows what a main session " +
        "gets, because a terminal is yours alone; use --session-type shared to see what others would get.",
    )
    .addOption(sessionTypeOption("main"))
    .option("--prompt", "print the context as an agent gets it")
    .examples(guide, {
      "Show what an agent boots from": "precept context show",
      "Print what an agent in a group chat gets": "precept context show --session-type shared --prompt",
    })
    .runs(async () => (await import("./show.ts")).showContext);

  context
    .command("init")
    .summary("create the missing files")
    .description("Creates AGENTS.md, SPIRIT.md and OWNER.md from short default texts. Never replaces a file.")
    .option("--bootstrap", "also create BOOTSTRAP.md, with questions that the agent asks at its first start")
    .option("--gitignore", "also add MEMORY.md and memory/ to .gitignore")
    .option("--dry-run", "show what would be created")
    .examples(guide, {
      "Set up a directory for an agent": "precept context init",
      "Keep the agent's memory and notes out of git": "precept context init --gitignore",
    })
    .runs(async () => (await import("./init.ts")).initContext, { writes: true });

  context
    .command("remember")
    .argument("<text>", "what to remember; - reads it from standard input")
    .summary("add an entry to the agent's memory")
    .description(
      "Adds an entry to MEMORY.md, which is loaded at the start of every main session. Everything else in the file stays as it is. For guidance that only " +
        "applies sometimes, add a rule with `precept remember` instead.",
    )
    .option("--category <name>", "the heading of the entry (default: General)")
    .option(
      "--importance <number>",
      "from 1 (can be forgotten) to 5 (must not be forgotten) (default: 3)",
      createIntegerParser(1, 5),
    )
    .option("--source-date <date>", "the date of the note that it comes from, such as 2026-01-31")
    .examples(guide, {
      "Remember a decision": 'precept context remember "Deploys happen on Tuesdays." --category Decisions --importance 4',
      "Read the text from standard input": "echo 'Prices are gross.' | precept context remember -",
    })
    .runs(async () => (await import("./write.ts")).rememberEntry, { writes: true });

  context
    .command("note")
    .argument("<text>", "the entry, in Markdown; - reads it from standard input")
    .summary("add an entry to today's note")
    .description(
      "Adds an entry to memory/YYYY-MM-DD.md. The notes of today and yesterday are loaded in every session, also in shared ones.",
    )
    .option("--section <title>", "the heading below which the entry is added (default: the part above the first heading)")
    .examples(guide, {
      "Note what happened": 'precept context note "Released version 2." --section Events',
      "Read the entry from standard input": "echo 'Released version 2.' | precept context note -",
    })
    .runs(async () => (await import("./write.ts")).addNote, { writes: true });
};
