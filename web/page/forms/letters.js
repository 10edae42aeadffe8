// Boards that are rows of letters, one a cell. Pure.

// With another letter in one place.
export const put = (rows, { r, c }, letter) => rows.map((row, i) => (i === r ? row.slice(0, c) + letter + row.slice(c + 1) : row));

// Of another size; what lies within both stays, the rest is `.`.
export const resized = (letters, rows, columns) =>
  Array.from({ length: rows }, (_, r) => (letters[r] ?? "").padEnd(columns, ".").slice(0, columns));

// One step by an arrow key.
export function stepped(letters, at, [dr, dc]) {
  const [r, c] = [at.r + dr, at.c + dc];
  return r >= 0 && c >= 0 && r < letters.length && c < letters[0].length ? { r, c, part: 0 } : at;
}

// The letters that differ, each with the name of its field.
export const changes = (before, letters, fieldName) =>
  letters.flatMap((row, r) => [...row].map((letter, c) => letter !== before[r]?.[c] && [fieldName({ r, c }), letter])).filter(Boolean);
