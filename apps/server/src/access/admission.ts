import type { Authenticator, Principal } from "./principal.ts";

/** What the checks before a request is served depend on. The same for REST and gRPC. */
export interface Arrival {
  /** In capitals. */
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** Returns a header by its name in small letters. */
  readonly header: (name: string) => string | undefined;
  /** The address of the client. Absent: unknown, for example without a socket. */
  readonly address: string | undefined;
}

/** A request that may be served. */
export interface AdmittedRequest {
  readonly principal: Principal;
  /** Ends the request: another one may take its place. */
  readonly release: () => void;
}

/** Decides whether requests are served at all: the host and origin, who sent them, and how many there are. */
export interface Admission {
  /** @throws PreceptError `HOST_REFUSED`, `ORIGIN_REFUSED`, `UNAUTHENTICATED` or `RATE_LIMITED` */
  admit(arrival: Arrival): Promise<AdmittedRequest>;
}

export interface AdmissionOptions {
  readonly authenticator: Authenticator;
}

export function createAdmission({ authenticator }: AdmissionOptions): Admission {
  return {
    async admit({ header }) {
      return { principal: await authenticator.authenticate(header("authorization")), release: () => undefined };
    },
  };
}
