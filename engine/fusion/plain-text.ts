// Control characters, the backslash, and halves of characters.
// eslint-disable-next-line no-control-regex
const special = /[\0-\x1f\\\ud800-\udfff]/

/** Whether every database keeps a text as it is and its own form of it is the same text. Some that are kept all the same are not plain. */
export const isPlainText = (text: string) => !special.test(text)
