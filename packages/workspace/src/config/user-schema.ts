import { described } from "@precept/core";
import * as z from "zod/mini";
import { searchSchema } from "./search-schema.ts";
import { flag, section, texts } from "./schema-parts.ts";

const references = section({
  allowPrivate: described(
    "Globs of private files that rules can include, such as `docs/local/**`. Private files are those named like files with credentials, and those that git ignores. Relative to the project. Default: none.",
    z.exactOptional(texts),
  ),
});

const rules = section({
  personal: described(
    "Whether to read personal files of other tools, such as `~/.claude/rules`, as global rules, unless the configuration of the project says no. Default false.",
    z.exactOptional(flag),
  ),
});

/** The schema of `~/.precept/config.yaml`: what the user allows in every project. */
export const userConfigSchema = section({
  trustedDirs: described(
    "Directories outside of projects that projects can access. A project inside one of them is trusted as a whole: its configuration can run commands, call URLs and write to other directories. Absolute, or `~/…`. `PRECEPT_TRUSTED_DIRS` adds to them. Default: none.",
    z.exactOptional(texts),
  ),
  rules: described("Where rules are read from.", z.exactOptional(rules)),
  references: described("The files that rules can include.", z.exactOptional(references)),
  search: described("Finding rules by their text.", z.exactOptional(searchSchema)),
});
