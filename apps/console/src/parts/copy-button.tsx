import { useSignal } from "@preact/signals";

const shownMs = 1500;

/** Copies a text to the clipboard. */
export function CopyButton({ text }: { readonly text: string }) {
  const isCopied = useSignal(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
    setTimeout(() => (isCopied.value = false), shownMs);
  }
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied.value ? "Copied" : "Copy"}</span>
    </button>
  );
}
