/** Records travel in batches of at most this many … */
export const batchRecords = 1_000
/** … or this many characters, whichever comes first. */
export const batchCharacters = 4 * 1024 * 1024
/** A single value above this is refused by every format: a batch could not hold it. */
export const valueCharacters = 4 * 1024 * 1024
/** How many columns a file, and how many fields a record of one, may have: beyond this a separator or a tag is wrong. */
export const recordColumns = 5_000
/** How deep a record may be nested in a file. */
export const nestingDepth = 100
