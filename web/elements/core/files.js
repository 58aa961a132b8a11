// Files and text that a reader drops on or pastes into a figure.

/**
 * @typedef {object} DropHandlers
 * @property {(file: File) => void} file
 * @property {(text: string) => void} text
 * @property {(over: boolean) => void} over whether something is being dragged over the target
 */

/**
 * @param {HTMLElement} target
 * @param {DropHandlers} handlers
 * @returns {() => void} removes the listeners
 */
export function listenForFiles(target, handlers) {
  const controller = new AbortController();
  const { signal } = controller;

  const receive = (/** @type {Event} */ event, /** @type {DataTransfer | null} */ data) => {
    event.preventDefault();
    const [file] = data?.files ?? [];
    if (file) handlers.file(file);
    else handlers.text(data?.getData("text") ?? "");
  };

  /** @type {(event: ClipboardEvent) => void} */
  const onPaste = (event) => {
    // Text pasted into a text field goes to that field.
    if (event.composedPath()[0] instanceof HTMLTextAreaElement) return;
    receive(event, event.clipboardData);
  };

  /** @type {(event: DragEvent) => void} */
  const onDrag = (event) => {
    event.preventDefault();
    handlers.over(event.type === "dragover");
  };

  /** @type {(event: DragEvent) => void} */
  const onDrop = (event) => {
    handlers.over(false);
    receive(event, event.dataTransfer);
  };

  target.addEventListener("paste", onPaste, { signal });
  target.addEventListener("dragover", onDrag, { signal });
  target.addEventListener("dragleave", onDrag, { signal });
  target.addEventListener("drop", onDrop, { signal });
  return () => controller.abort();
}
