/** The style of the rating pages. It needs no font and no file from elsewhere. */
export const STYLE = `:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--line:#767676;--mark:#0b57d0;--soft:#f3f3f3}
@media (prefers-color-scheme:dark){:root{--ink:#ececec;--paper:#161616;--line:#9a9a9a;--mark:#8ab4f8;--soft:#242424}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{display:flex;gap:1rem;align-items:center;justify-content:space-between;padding:.5rem 1rem;border-bottom:1px solid var(--line)}
header p{margin:0}main{max-width:46rem;margin:0 auto;padding:1rem}main.wide{max-width:80rem}h1{font-size:1.5rem}h2{font-size:1.1rem;margin-bottom:.25rem}
.text{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--soft);padding:.75rem;border-radius:.4rem;max-height:60vh;overflow:auto}
fieldset{margin:1rem 0;border:1px solid var(--line);border-radius:.4rem}fieldset.current{outline:3px solid var(--mark)}legend{font-weight:600}fieldset p{margin:.2rem 0 .5rem}
.points{display:flex;flex-wrap:wrap;gap:.4rem}.points span{display:inline-block;min-width:2.75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.4rem;text-align:center}
.points label{position:relative;cursor:pointer}.points input{position:absolute;opacity:0;inset:0;margin:0;width:100%;height:100%;cursor:pointer}
.points input:checked+span{background:var(--mark);color:var(--paper);border-color:var(--mark)}.points input:focus-visible+span{outline:3px solid var(--mark);outline-offset:2px}
label{display:block}textarea,input[name=rater]{display:block;width:100%;font:inherit;padding:.5rem;margin:.25rem 0 .75rem;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.4rem}
button{font:inherit;font-weight:600;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:var(--mark);color:var(--paper);cursor:pointer}nav{display:flex;flex-wrap:wrap;gap:1.2rem;margin:1.5rem 0}
a{color:var(--mark)}pre{overflow:auto}
`;

/** The keys of the rating page. Without scripts the form works by mouse, touch and Tab. */
export const KEYS = `const form = document.getElementById("rating");
if (form) {
  const sets = [...form.querySelectorAll("fieldset")];
  const isRated = (set) => Boolean(set.querySelector("input:checked")?.value);
  let current = 0;
  const mark = (at) => {
    current = at;
    sets.forEach((set, i) => set.classList.toggle("current", i === at));
  };
  const next = () => {
    const after = sets.findIndex((set, i) => i > current && !isRated(set));
    mark(after === -1 ? sets.findIndex((set) => !isRated(set)) : after);
  };
  mark(Math.max(0, sets.findIndex((set) => !isRated(set))));
  sets.forEach((set, i) => set.addEventListener("focusin", () => mark(i)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "TEXTAREA") return;
    if (event.key === "Enter" && event.target.tagName !== "A" && event.target.tagName !== "BUTTON") {
      event.preventDefault();
      form.requestSubmit();
      return;
    }
    const input = sets[current]?.querySelector('input[value="' + CSS.escape(event.key) + '"]');
    if (!/^[0-9]$/.test(event.key) || !input) return;
    input.checked = true;
    next();
  });
}
`;
