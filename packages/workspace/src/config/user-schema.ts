import { described } from "@precept/core";
import * as z from "zod/mini";
import { section, texts } from "./schema-parts.ts";

const references = section({
  allowPrivate: described(
    "Globs of files that rules may bring into a prompt although they hold credentials by their names or git ignores them, such as `docs/local/**`. Relative to the project. Default: none.",
    z.exactOptional(texts),
  ),
});

/** `~/.precept/config.yaml`: what the user allows in every project. The one description of its keys. */
export const userConfigSchema = section({
  trustedDirs: described(
    "Directories that projects may reach although they lie outside of them. A project inside one of them is trusted as a whole: its configuration may run commands, call addresses and write outside of it. Absolute, or `~/…`. `PRECEPT_TRUSTED_DIRS` adds to them. Default: none.",
    z.exactOptional(texts),
  ),
  references: described("Which files rules may bring into a prompt.", z.exactOptional(references)),
});
