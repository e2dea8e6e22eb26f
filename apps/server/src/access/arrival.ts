/** What the checks before a request is served depend on. The same for REST and gRPC. */
export interface Arrival {
  /** Returns a header by its name in small letters. `host` is the authority of an HTTP/2 request. */
  readonly header: (name: string) => string | undefined;
  /** The address of the client. Absent: unknown, for example without a socket. */
  readonly address: string | undefined;
  /** The HTTP method. Absent: the request cannot use a session of the console. */
  readonly method?: string;
}
