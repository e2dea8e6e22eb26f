import { inclusions } from "@precept/core";
import { collect } from "../../options.ts";
import { Option } from "commander";
import type { Define } from "../../define.ts";
import { addAudienceOptions, addMemoryOptions, scopeOption } from "../../rules/rule-options.ts";
import { persistentStoreKinds } from "@precept/contract/values";

export const defineRemember: Define = (program) =>
  program
    .command("remember")
    .argument("[text]", "the text of the rule, in Markdown; - reads it from standard input")
    .summary("store a rule that agents get when it is relevant")
    .description(
      "Stores a memory rule: a text that applies to prompts it is relevant to. Does nothing if you have a rule with the same text. If a rule says nearly the " +
        "same or seems to contradict it, asks first in a terminal; elsewhere, --force is required. Without a text, reads standard input, or opens your " +
        "editor in a terminal.",
    )
    .with((command) =>
      addMemoryOptions(command, {
        category: "the kind of guidance",
        authority: "absolute: the rule applies to every prompt, without a search",
        tag: "a label for filters, such as language:typescript (repeatable)",
      }),
    )
    .with(addAudienceOptions)
    .option(
      "--file <path>",
      "a Markdown file, or a directory of such files, in which each entry of a list is a rule (repeatable)",
      collect,
    )
    .option("--name <name>", "the name of the rule (default: the first words of the text)")
    .addOption(scopeOption().default("project"))
    .addOption(new Option("--inclusion <inclusion>", "when the rule applies").choices(inclusions).default("relevant"))
    .addOption(
      new Option("--store <store>", "where to store the rule (default: the database if there is one, else a file)").choices(
        persistentStoreKinds,
      ),
    )
    .option("--replaces <rule>", "the name or id of a rule that the new one supersedes")
    .option("--force", "save the rule even if it is similar to another one")
    .examples("guides/memory.md", {
      "Remember how to write amounts": 'precept remember "Store amounts in cents, never as floats."',
      "Remember a personal preference": 'precept remember "Answer briefly." --category preference --scope user --user ada',
      "Replace a rule": 'precept remember "Use pnpm." --replaces use-npm',
      "Read the text from standard input": "echo 'Use tabs.' | precept remember -",
      "Remember each entry of a list": "precept remember --file MEMORY.md",
    })
    .runs(async () => (await import("./command.ts")).remember, { writes: true });
