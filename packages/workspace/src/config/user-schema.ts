import { memorySchema } from "./memory-schema.ts";
import { sessionsSchema } from "./sessions-schema.ts";
import { userSearchSchema } from "./search-schema.ts";
import { flag, section, setting, texts } from "./schema-parts.ts";

const references = section({
  allowPrivate: setting(
    "Globs of private files that rules can include, such as `docs/local/**`. Private files are those named like files with credentials, and those that git ignores. Relative to the project. Default: none.",
    texts,
  ),
});

const rules = section({
  personal: setting(
    "Whether to read personal files of other tools, such as `~/.claude/rules`, as global rules, unless the configuration of the project says no. Default false.",
    flag,
  ),
});

/** The schema of `~/.precept/config.yaml`: what the user allows in every project. */
export const userConfigSchema = section({
  trustedDirs: setting(
    "Directories outside of projects that projects can access. A project inside one of them is trusted as a whole: its configuration can run commands, call URLs and write to other directories. Absolute, or `~/…`. `PRECEPT_TRUSTED_DIRS` adds to them. Default: none.",
    texts,
  ),
  rules: setting("Where rules are read from.", rules),
  references: setting("The files that rules can include.", references),
  search: setting("Finding rules by their text.", userSearchSchema),
  memory: setting("Rules that agents add.", memorySchema),
  sessions: setting("The records of what agents received.", sessionsSchema),
});
