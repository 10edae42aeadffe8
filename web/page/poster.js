// The board as a picture, for a forum.

const CELL = 88, GAP = 6, MARGIN = 24, TEXT = 30;

// The colours that the page has now, of a class of cells.
function colours() {
  const style = getComputedStyle(document.documentElement);
  const names = ["ground", "paper", "ink", "quiet", "line", "safe", "fatal", "known", "prize", "useless", "card", "best"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

// Draws a form's view with its advice; resolves with a PNG.
export function poster(view, advice, because) {
  const look = colours();
  const cell = Math.max(28, Math.min(CELL, Math.floor(1600 / view.columns)));
  const columns = view.columns + (view.right.length ? 1 : 0), rows = view.rows + (view.below.length ? 1 : 0);
  const wide = columns * (cell + GAP) - GAP, head = 2 * TEXT + MARGIN;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(wide, 520) + 2 * MARGIN;
  canvas.height = head + rows * (cell + GAP) + 2 * MARGIN + TEXT;
  const context = canvas.getContext("2d");
  const left = (canvas.width - wide) / 2;
  const write = (text, x, y, size, colour = look.ink, weight = 600, align = "center") => {
    Object.assign(context, { fillStyle: colour, font: `${weight} ${size}px system-ui, sans-serif`, textAlign: align, textBaseline: "middle" });
    context.fillText(text, x, y, canvas.width - 2 * MARGIN);
  };
  context.fillStyle = look.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  write(advice, MARGIN, MARGIN + TEXT / 2, 26, look.ink, 700, "left");
  write(because, MARGIN, MARGIN + 1.6 * TEXT, 16, look.quiet, 400, "left");
  const box = (r, c, fill, line) => {
    const [x, y] = [left + c * (cell + GAP), head + MARGIN + r * (cell + GAP)];
    context.beginPath();
    context.roundRect(x, y, cell, cell, cell / 12);
    context.fillStyle = fill;
    context.fill();
    if (line) {
      context.lineWidth = line;
      context.strokeStyle = look.best;
      context.stroke();
    }
    return [x + cell / 2, y + cell / 2];
  };
  for (const { r, c, tone, risk, text, lines, best, up } of view.cells.flat()) {
    let fill = look[tone] ?? look.card;
    if (tone === "risk") fill = `color-mix(in oklab, ${look.fatal} ${Math.min(100, 150 * risk)}%, ${look.safe})`;
    const [x, y] = box(r, c, fill, best ? 5 : 0);
    const small = lines.length > 0 && lines[0] !== "";
    write(best ? `★${text}` : text, x, y - (small ? cell * 0.12 : 0), cell * (up ? 0.46 : 0.26));
    if (small) write(lines.join(" "), x, y + cell * 0.2, cell * 0.18, look.ink, 400);
  }
  for (const { r, c, numbers } of [...view.right, ...view.below]) {
    const [x, y] = box(r, c, look.paper);
    write(numbers[0] || "–", x, y - cell * 0.15, cell * 0.3);
    write(`V ${numbers[1] || "–"}`, x, y + cell * 0.2, cell * 0.22, look.ink, 400);
  }
  write("voltsight", canvas.width - MARGIN, canvas.height - MARGIN, 14, look.quiet, 400, "right");
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
