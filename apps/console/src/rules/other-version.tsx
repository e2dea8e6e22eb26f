import type { WireRule } from "@precept/contract";
import { Diff } from "../parts/diff.tsx";

interface OtherVersionProps {
  /** The text that the user edits. */
  readonly mine: string;
  /** The rule as another client saved it meanwhile. */
  readonly other: WireRule;
  readonly onTakeOther: () => void;
  readonly onKeepMine: () => void;
}

/** Shows how the version of another client differs from what the user edits, and lets the user choose. */
export function OtherVersion({ mine, other, onTakeOther, onKeepMine }: OtherVersionProps) {
  return (
    <section class="other-version" aria-label="Other version">
      <p>
        Someone else changed this rule meanwhile.{" "}
        {mine === other.content ? "The text is the same; other fields differ." : "From their text to yours:"}
      </p>
      {mine !== other.content && <Diff before={other.content} after={mine} />}
      <div class="buttons">
        <button type="button" onClick={onTakeOther}>
          Discard mine and edit theirs
        </button>
        <button type="button" onClick={onKeepMine}>
          Keep mine, to save it over theirs
        </button>
      </div>
    </section>
  );
}
