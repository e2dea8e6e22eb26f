export { editSnapshot } from "./edit-snapshot.ts";
// Shared by the tests of several packages. Not published.
export { anyCodePoint } from "./any-code-point.ts";
export { bySize, propertyRuns } from "./by-size.ts";
export { describeDiagnostic } from "./describe-diagnostic.ts";
export {
  makeDirectory,
  openTestRepository,
  readHistory,
  readIndexState,
  readWorkingTree,
  type TestRepository,
} from "./git-repository.ts";
export { listFiles } from "./list-files.ts";
export { startLoopback } from "./loopback.ts";
export { nobody, nobodyOptions, whyNotAsNobody } from "./nobody.ts";
export { createProject, type Project } from "./project.ts";
export { eachLine, startScript, type ScriptOptions, type ScriptProcess } from "./script.ts";
export { stopWhileLocked } from "./stop-while-locked.ts";
export { useTemporaryDirectory } from "./temporary-directory.ts";
export { policyFile, policyValue, type PolicyFileInput } from "./policy-file.ts";
