// The dialog in which what was read is typed over.

const dialog = document.querySelector("#editor");
const holder = document.querySelector("#editor-fields");

// Asks for the values of these fields of `read` (the list of all); resolves with those that were changed.
export function edit(label, fields, read) {
  document.querySelector("#editor-title").textContent = `Correct ${label}`;
  const inputs = fields.map((name) => {
    const known = read.find((field) => field.name === name);
    const line = document.createElement("label");
    const told = known?.value == null ? `not read${known?.why ? `: ${known.why}` : ""}` : `read as ${known.value}, ${Math.round(100 * known.confidence)} % sure`;
    line.textContent = `${name} (${told})`;
    const input = document.createElement("input");
    input.type = "text";
    input.name = name;
    input.autocomplete = "off";
    input.value = known?.value ?? "";
    line.append(input);
    return [line, input, input.value];
  });
  holder.replaceChildren(...inputs.map(([line]) => line));
  dialog.returnValue = "";
  dialog.showModal();
  inputs[0]?.[1].select();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      const changed = inputs.filter(([, input, before]) => input.value.trim() !== "" && input.value !== before);
      resolve(dialog.returnValue === "save" ? changed.map(([, input]) => [input.name, input.value.trim()]) : []);
    };
  });
}
