export { hostIds, type HostId } from "@precept/mdc-compat/tools";
