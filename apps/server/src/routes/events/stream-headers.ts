/** The headers of the answers that are streams of events. */
export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // A proxy that collects the answer would delay the events.
  "x-accel-buffering": "no",
};
