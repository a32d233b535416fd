const longestText = 100_000
const mostWords = 10

/** A text as it is looked through: capitals, accents' ways of writing and runs of spaces make no difference. */
export const searchable = (text: string) =>
  text
    .slice(0, longestText)
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\0]+/g, ' ')
    .trim()

/** The words somebody looks for, each of which has to stand somewhere. */
export const searchWords = (search = ''): string[] =>
  searchable(search.slice(0, 1_000)).split(' ').filter(Boolean).slice(0, mostWords)
