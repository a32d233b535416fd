/** A name in SQL. Sessions on MySQL are opened with ANSI_QUOTES, so that this holds for both. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
