/** Limits of the streams of events. */
export interface EventOptions {
  /** The number of recent events that a channel retains for clients that reconnect. Default 1,000. */
  readonly maxEvents?: number;
  /** The size of these events in bytes. The newest event is always retained. Default 4 MiB. */
  readonly maxBytes?: number;
  /** How long a channel stays open after its last client left, in milliseconds. Default 300,000. */
  readonly idleMs?: number;
  /** The number of channels without clients that stay open. Default 64. */
  readonly maxIdleChannels?: number;
  /** The time between two comments on a stream without events, in milliseconds. Default 15,000. */
  readonly heartbeatMs?: number;
}

export const eventDefaults: Required<EventOptions> = {
  maxEvents: 1_000,
  maxBytes: 4 * 1024 * 1024,
  idleMs: 300_000,
  maxIdleChannels: 64,
  heartbeatMs: 15_000,
};

/** Limits of the number of streams of a server. */
export interface StreamLimits {
  /** The number of open streams of all clients. Each uses a connection. Default 2,048. */
  readonly maxStreams?: number;
  /** The number of open streams of one token. Default 1,000, since all agents of a machine may share a token. */
  readonly maxStreamsPerToken?: number;
}

export const streamDefaults: Required<StreamLimits> = { maxStreams: 2_048, maxStreamsPerToken: 1_000 };
