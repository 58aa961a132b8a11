// The switch between the light and dark schemes. Until it is used, the system's setting applies.

const KEY = "phasor-scheme";

/** Uses localStorage; null if it is forbidden. @param {(storage: Storage) => string | null | void} use */
function stored(use) {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/** @param {HTMLElement | null} button */
export function offerSchemes(button) {
  if (!button) return;
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.scheme ?? (system.matches ? "dark" : "light")) === "dark";
  const say = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `${button.textContent} colours`);
  };
  const kept = stored((storage) => storage.getItem(KEY));
  if (kept === "light" || kept === "dark") root.dataset.scheme = kept;
  button.addEventListener("click", () => {
    const scheme = isDark() ? "light" : "dark";
    root.dataset.scheme = scheme;
    stored((storage) => storage.setItem(KEY, scheme));
    say();
  });
  system.addEventListener("change", say);
  say();
  button.hidden = false;
}
