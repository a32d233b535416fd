/** A character as JSON writes it where the encoding does not know it. */
export const escapedInJson = (character: string) =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('')
