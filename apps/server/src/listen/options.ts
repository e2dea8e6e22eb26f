/** Limits that protect the server from slow and greedy clients. Times are in milliseconds. */
export interface ConnectionLimits {
  /** The maximum number of open connections. Default 4,096. */
  readonly connections?: number;
  /**
   * How long a client may take to send the first bytes of a connection, or to complete a TLS handshake. Default 10,000.
   */
  readonly handshakeMs?: number;
  /** How long a client may take to send the headers of a request. Default 20,000. */
  readonly headersMs?: number;
  /** How long a client may take to send a whole request. Default 60,000. */
  readonly requestMs?: number;
  /** How long a connection without requests stays open. Default 60,000. */
  readonly idleMs?: number;
  /**
   * How long a connection with requests may be silent in both directions. Event streams send something more often.
   * Default 300,000.
   */
  readonly silentMs?: number;
  /** The maximum size of the headers of a request, in bytes. Default 16,384. */
  readonly headerBytes?: number;
  /** The maximum number of concurrent requests of an HTTP/2 connection. Default 100. */
  readonly streams?: number;
}

export const defaultConnectionLimits: Required<ConnectionLimits> = {
  connections: 4096,
  handshakeMs: 10_000,
  headersMs: 20_000,
  requestMs: 60_000,
  idleMs: 60_000,
  silentMs: 300_000,
  headerBytes: 16_384,
  streams: 100,
};

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
