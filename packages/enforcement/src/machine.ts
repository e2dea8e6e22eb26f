// Facts about the machine and the process, without the policy engine
export { detectCi } from "./signals/ci-providers.ts";
export { systemManagedDir } from "./load/managed-dirs.ts";
export { describeDirectoryRisk, describeOwnershipRisk, trustedOwners } from "./load/managed-ownership.ts";
