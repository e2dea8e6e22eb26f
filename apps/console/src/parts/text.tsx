import { printable } from "@precept/core";
import { useSignal } from "@preact/signals";

/** A short text from a file: in one line, with the characters visible that would hide or reorder others. */
export function Text({ value }: { readonly value: string }) {
  return <bdi>{printable(value)}</bdi>;
}

/** A longer text would make the page slow. */
const maxCharacters = 20_000;

/** A text of several lines as it is in a file. Of a very long one, the beginning. */
export function TextBlock({ value, label }: { readonly value: string; readonly label: string }) {
  const isWhole = useSignal(false);
  const isCut = value.length > maxCharacters && !isWhole.value;
  const shown = isCut ? value.slice(0, maxCharacters) : value;
  return (
    <>
      <pre class="block" role="region" aria-label={label} tabIndex={0}>
        {shown.split("\n").map(printable).join("\n")}
      </pre>
      {isCut && (
        <button type="button" onClick={() => (isWhole.value = true)}>
          Show all {value.length.toLocaleString("en")} characters
        </button>
      )}
    </>
  );
}
