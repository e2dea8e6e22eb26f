export { hostIds, type HostId } from "./host-ids.ts";
export { canaryCommand, isCanary } from "./canary.ts";
export { applyInstall, previewInstall } from "./install/apply-changes.ts";
export { installSpecs } from "./install/install-specs.ts";
export type { InstallContext, InstallLevel, InstallSpec } from "./install/install-spec.ts";
export { splitCommand } from "./install/own-command.ts";
export { projectTarget, userTarget, type InstallTarget } from "./install/install-target.ts";
export { installParts, type FileChange, type InstallPart, type InstallRequest } from "./install/plan-changes.ts";
export { localProgram, type PreceptCommand } from "./install/precept-command.ts";
