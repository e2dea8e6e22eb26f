/** How far a step that can take long is. */
export interface Progress {
  /** What is done, such as `Reading rules`. */
  readonly step: string;
  /** The number of items done so far. */
  readonly done: number;
  /** The number of all items. Undefined if it is not known yet. */
  readonly total?: number | undefined;
}

/** Receives the progress of a step. Must be quick, because it is called often, also for short steps. Must not throw. */
export type ProgressListener = (progress: Progress) => void;
