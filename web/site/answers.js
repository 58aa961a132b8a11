// Exercises with a numeric answer: <div class="answer" data-answer="12.5" data-within="0.05"> gets
// a field that checks the reader's number.

/** Reads a number such as 47,117 or −0.5 or 3e4 or 1/3. @param {string} text */
export function parseNumber(text) {
  const normalized = text
    .trim()
    .replaceAll(/[,\s\u00a0]/g, "")
    .replace("\u2212", "-");
  const [, numerator, denominator] = /^([-+.\d]+)\/([.\d]+)$/.exec(normalized) ?? [];
  if (denominator !== undefined) return Number(numerator) / Number(denominator);
  return normalized === "" ? Number.NaN : Number(normalized);
}

/** @param {ParentNode} page */
export function addAnswerForms(page) {
  let number = 0;
  for (const exercise of page.querySelectorAll("[data-answer]")) {
    const answer = Number(exercise.getAttribute("data-answer"));
    const tolerance = Number(exercise.getAttribute("data-within") ?? 0);
    const form = document.createElement("form");
    form.className = "answer-line";
    const label = document.createElement("label");
    const input = document.createElement("input");
    const button = document.createElement("button");
    const verdict = document.createElement("output");
    input.id = `answer-${++number}`;
    input.inputMode = "decimal";
    input.autocomplete = "off";
    label.htmlFor = input.id;
    label.textContent = "Your answer";
    verdict.htmlFor.add(input.id);
    button.className = "plain";
    button.textContent = "check";
    form.append(label, input, button, verdict);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const number = parseNumber(input.value);
      const isRight = Math.abs(number - answer) <= tolerance + 1e-9 * Math.abs(answer);
      form.classList.toggle("right", isRight);
      if (Number.isNaN(number)) verdict.textContent = "Enter a number.";
      else verdict.textContent = isRight ? "Right." : "Not yet. Try again, or open the solution.";
    });
    input.addEventListener("input", () => {
      form.classList.remove("right");
      verdict.textContent = "";
    });
    const solution = exercise.querySelector(":scope > details");
    if (solution) solution.before(form);
    else exercise.append(form);
  }
}
