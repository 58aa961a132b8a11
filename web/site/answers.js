// Exercises with a numeric answer: <div class="answer" data-answer="12.5" data-within="0.05"> gets
// a field that checks the reader's number.

/** Reads a number such as 47,117 or −0.5 or 3e4 or 1/3. @param {string} text */
export function numberIn(text) {
  const plain = text
    .trim()
    .replaceAll(/[,\s\u00a0]/g, "")
    .replace("\u2212", "-");
  const [, above, below] = /^([-+.\d]+)\/([.\d]+)$/.exec(plain) ?? [];
  if (below !== undefined) return Number(above) / Number(below);
  return plain === "" ? Number.NaN : Number(plain);
}

/** @param {ParentNode} page */
export function offerAnswers(page) {
  let number = 0;
  for (const exercise of page.querySelectorAll("[data-answer]")) {
    const answer = Number(exercise.getAttribute("data-answer"));
    const within = Number(exercise.getAttribute("data-within") ?? 0);
    const line = document.createElement("form");
    line.className = "answer-line";
    const label = document.createElement("label");
    const input = document.createElement("input");
    const button = document.createElement("button");
    const said = document.createElement("output");
    input.id = `answer-${++number}`;
    input.inputMode = "decimal";
    input.autocomplete = "off";
    label.htmlFor = input.id;
    label.textContent = "Your answer";
    said.htmlFor.add(input.id);
    button.className = "plain";
    button.textContent = "check";
    line.append(label, input, button, said);
    line.addEventListener("submit", (event) => {
      event.preventDefault();
      const number = numberIn(input.value);
      const right = Math.abs(number - answer) <= within + 1e-9 * Math.abs(answer);
      line.classList.toggle("right", right);
      if (Number.isNaN(number)) said.textContent = "Enter a number.";
      else said.textContent = right ? "Right." : "Not yet. Try again, or open the solution.";
    });
    input.addEventListener("input", () => {
      line.classList.remove("right");
      said.textContent = "";
    });
    const before = exercise.querySelector(":scope > details");
    if (before) before.before(line);
    else exercise.append(line);
  }
}
