import type { Logger } from "pino";
import type { Principal } from "../access/principal.ts";

export interface ServerEnvironment {
  readonly Variables: {
    requestId: string;
    traceId: string | undefined;
    log: Logger;
    /** Set for all paths under `/api`. */
    principal: Principal;
    /** Ends the request for the limits of concurrent requests, before its answer. Set for all paths under `/api`. */
    release: () => void;
    /** The id of the project. Set for the routes of projects. */
    projectId?: string;
    /** Whether the answer is a stream of events, which ends when the server stops. */
    isEventStream?: boolean;
  };
}
