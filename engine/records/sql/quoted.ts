/** A name in SQL. Sessions on MySQL are opened with ANSI_QUOTES, so that this holds for both. */
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`
