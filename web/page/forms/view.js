// What the views of all forms share.

export const place = (r, c) => `row ${r + 1}, column ${c + 1}`;

// The kind of a tone of the library's, and its risk if it is one.
export const tone = (tone) => (typeof tone === "object" ? ["risk", tone.risk] : [tone, null]);

// Marks a field that is doubtful or cannot be; the words for it.
export function withDoubt(made, doubt, misfit) {
  if (misfit) made.misfit = misfit;
  else if (doubt) made.doubt = doubt;
  return [misfit && `impossible: ${misfit}`, !misfit && doubt && `doubtful: ${doubt}`];
}

// What cannot be about a cell: its words.
export const misfitAt = (misfits, r, c) => misfits.find(({ cells }) => cells.some(([a, b]) => a === r && b === c))?.text;

// What cannot be and is about no field in particular: its words.
export const nowhere = (misfits) =>
  misfits.find(({ rows, cols, cells, level, mines }) => !rows.length && !cols.length && !cells.length && !level && !mines)?.text;
