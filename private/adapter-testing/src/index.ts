// Shared by the tests of the adapters of agent frameworks. Not published.
export { openProject, type OpenProject } from "./open-project.ts";
export {
  advises,
  api,
  migrations,
  otherStyle,
  ruleFile,
  security,
  sql,
  style,
  terminates,
  type ProjectFiles,
} from "./project-files.ts";
export { expectSecondPass, requestsApi, type SeenByModel } from "./second-pass.ts";
