/** A press on a mark of a picture shows its name and numbers under the picture. */
export function startTips(figure: HTMLElement): void {
  const note = figure.querySelector("[aria-live]");
  const marks = [...figure.querySelectorAll<SVGElement>("[data-tip]")];
  figure.addEventListener("click", ({ target }) => {
    const mark = target instanceof Element ? target.closest<SVGElement>("[data-tip]") : null;
    if (mark === null || note === null) return;
    for (const other of marks) other.classList.toggle("on", other === mark);
    mark.parentElement?.append(mark);
    note.textContent = mark.dataset["tip"] ?? "";
  });
}
