import { commandLimits } from "../parsed-command.ts";

/** The steps for one node of the syntax tree, apart from its characters. */
export const stepsOfNode = 8;

const stepsOfValue = 40;

/** Ends the reading of a text. Commands that were found before are valid. */
export class ReadingStopped extends Error {}

/** Counts against the limits while one text is read, and records why commands may be missing. */
export class ReadingLimits {
  /** Why commands may be missing. Undefined if no limit was reached. */
  incomplete: string | undefined;
  #steps = 0;
  #hereDocuments = 0;
  #innerLength = 0;
  #expandedLength = 0;

  /** Records why commands may be missing. The first reason counts. */
  reportIncomplete(reason: string): void {
    this.incomplete ??= reason;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Counts steps. Throws {@link ReadingStopped} if there are too many. */
  spend(steps: number): void {
    // A step that would exceed the limit is not taken.
    this.#steps = Math.min(this.#steps + steps, commandLimits.steps + 1);
    if (this.#steps > commandLimits.steps) throw new ReadingStopped(`reading it takes more than ${commandLimits.steps} steps`);
  }

  /** Returns a text up to the line in which there are too many here-documents. */
  cutHereDocuments(text: string): string {
    const remaining = commandLimits.hereDocuments - this.#hereDocuments;
    const parts = text.split("<<", remaining + 2);
    this.#hereDocuments += parts.length - 1;
    if (parts.length <= remaining + 1) return text;
    this.reportIncomplete(`it has more than ${commandLimits.hereDocuments} here-documents`);
    const end = parts
      .slice(0, remaining + 1)
      .join("<<")
      .lastIndexOf("\n");
    return text.slice(0, end + 1);
  }

  /** Whether a text inside the text may be read. */
  canReadInner(length: number): boolean {
    this.#innerLength += length;
    if (this.#innerLength <= commandLimits.innerLength) return true;
    this.reportIncomplete(`the texts in it have more than ${commandLimits.innerLength} characters`);
    return false;
  }

  /** Whether a value may be inserted. */
  canExpand(length: number): boolean {
    this.#expandedLength += length;
    this.spend(stepsOfValue);
    if (this.#expandedLength <= commandLimits.expandedLength) return true;
    this.reportIncomplete(`its variables have more than ${commandLimits.expandedLength} characters`);
    return false;
  }
}
