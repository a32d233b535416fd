import { Conflict, Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted, quotedTexts } from '@weft/kit/messages/messages.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'

const texts = defineMessages({
  noTable: {
    en: '{table} is no table whose changes the database logs.',
    de: '{table} ist keine Tabelle, deren Änderungen die Datenbank protokolliert.',
  },
  noIdentity: {
    en: 'Nothing tells the records of {table} apart in the log: the database would refuse every change of it. It needs a primary key, or: {statement}',
    de: 'Im Protokoll unterscheidet nichts die Datensätze von {table}: Die Datenbank würde jede Änderung daran ablehnen. Sie braucht einen Primärschlüssel, oder: {statement}',
  },
  noPublication: {
    en: 'The login may not make the changes of {table} public, which somebody who owns the table can do: {statement} ({reason})',
    de: 'Der Benutzer darf die Änderungen von {table} nicht veröffentlichen; das kann, wem die Tabelle gehört: {statement} ({reason})',
  },
})

type Texts = Record<string, string | null>
type Ask = (text: string, values?: unknown[]) => Promise<Texts[]>
type Published = { reader: string; schema: string; table: string; quoted: string }

/** What is published of the table whole, with every kind of change; not for another reader, with whom it goes. */
const published = `
  select t.pubname as name from pg_publication_tables t join pg_publication p on p.pubname = t.pubname
  where t.schemaname = $1 and t.tablename = $2 and (t.pubname = $3 or t.pubname not like 'weft\\_%') and p.pubinsert and p.pubupdate and p.pubdelete
    and to_jsonb(t) ->> 'rowfilter' is null
    and not exists (select from pg_publication_rel r where r.prpubid = p.oid and to_jsonb(r) ->> 'prattrs' is not null)
  order by t.pubname <> $3, t.pubname`

/** The tables that hold the rows, of which none may be without something that tells its rows apart. */
const unidentified = `
  select count(*) filter (where c.relkind not in ('r', 'p')) as others,
    count(*) filter (where c.relkind = 'r' and not (c.relreplident = 'f'
      or c.relreplident = 'd' and exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
      or c.relreplident = 'i' and exists (select from pg_index i where i.indrelid = c.oid and i.indisreplident))) as bare
  from pg_class c
  where c.oid = $1::regclass or c.oid in (select relid from pg_partition_tree($1::regclass))`

/**
 * The publication through which the changes of the table are read: the reader's own, one that somebody has made, or a new one. A table
 * that was published without a key could not be changed by anybody any more, so this is asked first.
 */
export async function publicationOf(ask: Ask, { reader, schema, table, quoted }: Published): Promise<string> {
  const [found] = await ask(unidentified, [quoted])
  if (!found || found['others'] !== '0') throw new Invalid('CAPTURE_REFUSED', texts.noTable({ table: quoted }))
  if (found['bare'] !== '0') {
    const statement = `alter table ${quoted} replica identity full`
    throw new Invalid('CAPTURE_REFUSED', texts.noIdentity({ table: quoted, statement }))
  }
  const [known] = await ask(published, [schema, table, reader])
  if (known) return known['name']!
  const [server] = await ask('show server_version_num')
  const generated = Number(server!['server_version_num']) >= 180_000 ? ', publish_generated_columns = stored' : ''
  const statement = `create publication ${reader} for table ${quoted} with (publish_via_partition_root = true${generated})`
  await ask(statement).catch((cause: unknown) => {
    if (cause instanceof Invalid)
      throw new Conflict(
        'CAPTURE_REFUSED',
        inserted(
          texts.noPublication({ table: quoted, statement, reason: '' }),
          'reason',
          quotedTexts(messageOf(cause.cause)),
        ),
      )
    throw cause
  })
  return reader
}
