/** Limits of the streams of events. */
export const eventDefaults = {
  /** The number of recent events that a channel retains for clients that reconnect. */
  maxEvents: 1_000,
  /** The size of these events in bytes. The newest event is always retained. */
  maxBytes: 4 * 1024 * 1024,
  /** How long a channel stays open after its last client left, in milliseconds. */
  idleMs: 300_000,
  /** The number of channels without clients that stay open. */
  maxIdleChannels: 64,
  /** The time between two comments on a stream without events, in milliseconds. */
  heartbeatMs: 15_000,
};

export type EventOptions = Readonly<Partial<typeof eventDefaults>>;

/** Limits of the number of streams of a server. */
export const streamDefaults = {
  /** The number of open streams of all clients. Each uses a connection. */
  maxStreams: 2_048,
  /** The number of open streams of one token. All agents of a machine may share a token. */
  maxStreamsPerToken: 1_000,
};

export type StreamLimits = Readonly<Partial<typeof streamDefaults>>;
