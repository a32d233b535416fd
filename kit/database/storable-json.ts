/**
 * JSON that PostgreSQL takes as jsonb, whatever stands in it: a zero byte and half a character, which it refuses, become the sign for
 * what cannot be shown. JSON writes exactly these two as escapes.
 */
export const storableJson = (value: unknown): string => JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\ufffd')
