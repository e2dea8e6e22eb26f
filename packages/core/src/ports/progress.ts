/** How far a step that can take long is. */
export interface Progress {
  /** What is done, such as `Reading rules`. */
  readonly step: string;
  /** The number of items done so far. */
  readonly done: number;
  /** The number of all items. Undefined if it is not known yet. */
  readonly total?: number | undefined;
}

/** Receives the progress of a step. It is called often, for short steps as well, so that it must be quick; it must not throw. */
export type ProgressListener = (progress: Progress) => void;
