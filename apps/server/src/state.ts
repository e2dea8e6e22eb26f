// What servers share, for programs that do not load the server itself
export { findProjectState, type FindProjectStateOptions, type FoundProjectState } from "./state/find-project-state.ts";
export type { UserConfigSources } from "./state/read-user-config.ts";
