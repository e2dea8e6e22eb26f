export { createServer, type PreceptServer, type ServerOptions } from "./create-server.ts";
export type { AdmissionOptions } from "./access/admission.ts";
export { defaultLimits, type Limits } from "./access/limits.ts";
export type { Authenticator, Principal } from "./access/principal.ts";
export type { OpenProject } from "./projects/open-project.ts";
export type { ProjectLease, Projects } from "./projects/projects.ts";
export type { EventOptions, StreamLimits } from "./events/options.ts";
export { HostedProjects, type HostedProjectsOptions } from "./projects/hosted-projects.ts";
export type { ProjectDir } from "./projects/project-dirs.ts";
export type { ProjectState } from "./projects/projects.ts";

// Logins
export { callbackPath, type OidcOptions } from "./oidc/options.ts";

// Listening
export { listen, type Listening } from "./listen/listen.ts";
export type { ConnectionLimits, ListenOptions, TlsFiles } from "./listen/options.ts";

// The program
export { serverConfigJsonSchema } from "./config/schema.ts";
export { serverVariables, type ServerVariable } from "./config/environment.ts";
