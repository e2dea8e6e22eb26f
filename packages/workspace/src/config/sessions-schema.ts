import { flag, section, setting } from "./schema-parts.ts";

export const sessionsSchema = section({
  record: setting(
    "Whether `.precept/state` records which rules agents received, which files they touched and what policies decided, for `precept sessions`. It never has texts of prompts or rules. The user's setting counts before the project's. Default true.",
    flag,
  ),
});
