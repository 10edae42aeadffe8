// What all components take of the document.

export const $ = (selector) => document.querySelector(selector);

export function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

// Changes a text only if it is another: a screen reader says it again otherwise.
export function setText(place, text) {
  if ($(place).textContent !== text) $(place).textContent = text;
}

// Makes the items of a list anew, if they are others.
export function setList(place, items, make) {
  const key = JSON.stringify(items);
  if ($(place).dataset.key === key) return;
  $(place).dataset.key = key;
  $(place).replaceChildren(...items.map(make));
}
