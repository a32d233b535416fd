// What PostgreSQL reserves, and the verbs and nouns of SQL statements that would make a query hard to read.
const words = new Set(
  `all alter analyse analyze and any array as asc asymmetric authorization between binary both by call case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user
  cursor database default deferrable delete desc distinct do drop each else end escape except exists explain false fetch for foreign freeze from full function
  grant group having if ilike in index initially inner insert intersect into is isnull join lateral leading left like limit localtime
  localtimestamp merge natural not notnull null of offset on only or order outer over overlaps partition placing primary procedure references
  returning revoke right rollback schema select session_user set similar some symmetric system_user table tablesample then to trailing trigger
  true truncate union unique update user using values variadic verbose view when where while window with`.split(/\s+/),
)
export const isReservedWord = (name: string) => words.has(name.toLowerCase())
