// NUL and halves of surrogate pairs, as JSON.stringify escapes them: PostgreSQL takes neither in jsonb.
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/

/** Whether jsonb takes JSON that `JSON.stringify` has made, with every character of it. */
export const isStorable = (json: string) => !unstorable.test(json)

const everyUnstorable = new RegExp(unstorable, 'g')

/** A value as JSON that jsonb takes; what it does not take is shown as the sign for an unreadable character. */
export const storableJson = (value: unknown) => JSON.stringify(value).replace(everyUnstorable, '$1\\ufffd')
