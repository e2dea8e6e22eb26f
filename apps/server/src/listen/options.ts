/** Limits that protect the server from slow and greedy clients. Times are in milliseconds. */
export const defaultConnectionLimits = {
  /** The maximum number of open connections. */
  connections: 4096,
  /** How long a client may take to send the first bytes of a connection, or to complete a TLS handshake. */
  handshakeMs: 10_000,
  /** How long a client may take to send the headers of a request. */
  headersMs: 20_000,
  /** How long a client may take to send a whole request. */
  requestMs: 60_000,
  /** How long a connection without requests stays open. */
  idleMs: 60_000,
  /** How long a connection with requests may be silent in both directions. Event streams send more often. */
  silentMs: 300_000,
  /** The maximum size of the headers of a request, in bytes. */
  headerBytes: 16_384,
  /** The maximum number of concurrent requests of an HTTP/2 connection. */
  streams: 100,
};

export type ConnectionLimits = Readonly<Partial<typeof defaultConnectionLimits>>;

/** The files of a certificate. */
export interface TlsFiles {
  /** The path of the certificate and its chain, in PEM format. */
  readonly cert: string;
  /** The path of the private key, in PEM format. */
  readonly key: string;
}

export interface ListenOptions {
  /** A name or an address of this machine. Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 4141. 0 chooses a free port. */
  readonly port?: number;
  /** The path of a Unix socket, instead of a host and a port. Only the user of the server can connect to it. */
  readonly socket?: string;
  /** Default: no TLS. */
  readonly tls?: TlsFiles;
  readonly limits?: ConnectionLimits;
  /** How long requests may take to finish when the server closes, in milliseconds. Default 10,000. */
  readonly graceMs?: number;
}

export const defaultHost = "127.0.0.1";
export const defaultPort = 4141;
export const defaultGraceMs = 10_000;
