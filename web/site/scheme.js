// The switch between the light and dark schemes. Until it is used, the system's setting applies.

const STORAGE_KEY = "phasor-scheme";

/** Uses localStorage; null if it is forbidden. @param {(storage: Storage) => string | null | void} use */
function withStorage(use) {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/** @param {HTMLElement | null} button */
export function enableSchemeButton(button) {
  if (!button) return;
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.scheme ?? (system.matches ? "dark" : "light")) === "dark";
  const updateLabel = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `${button.textContent} colours`);
  };
  const saved = withStorage((storage) => storage.getItem(STORAGE_KEY));
  if (saved === "light" || saved === "dark") root.dataset.scheme = saved;
  button.addEventListener("click", () => {
    const scheme = isDark() ? "light" : "dark";
    root.dataset.scheme = scheme;
    withStorage((storage) => storage.setItem(STORAGE_KEY, scheme));
    updateLabel();
  });
  system.addEventListener("change", updateLabel);
  updateLabel();
  button.hidden = false;
}
