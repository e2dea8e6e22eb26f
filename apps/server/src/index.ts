export { createServer, type PreceptServer, type ServerOptions } from "./create-server.ts";
export type { AdmissionOptions } from "./access/admission.ts";
export { defaultLimits, type Limits } from "./access/limits.ts";
export type { Authenticator, Principal } from "./access/principal.ts";
export type { OpenProject, ProjectLease, Projects } from "./projects/projects.ts";
export type { EventOptions, StreamLimits } from "./events/options.ts";
