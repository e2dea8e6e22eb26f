export { hostIds, type HostId } from "./host-ids.ts";
