import { flag, section, setting } from "./schema-parts.ts";

export const memorySchema = section({
  requireApproval: setting(
    "Whether rules that agents add wait until a person accepts them, except for rules of a session. `false` only in the user's configuration, or in that of a trusted project. Default true.",
    flag,
  ),
  capture: setting(
    "Whether the hook at the end of a session proposes rules from what the user corrected in it. Default true.",
    flag,
  ),
});
