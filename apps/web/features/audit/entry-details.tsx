import { ActionIcon, Loader } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, StatusDot } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLevel } from '../shared/level.ts'
import s from './audit.module.css'
import { useEntityName, useEntryAction } from './entry.ts'

const texts = defineMessages({
  entry: { en: 'Entry', de: 'Eintrag' },
  close: { en: 'Close entry', de: 'Eintrag schließen' },
  at: { en: 'When', de: 'Wann' },
  who: { en: 'Who', de: 'Wer' },
  product: { en: 'Weft itself', de: 'Weft selbst' },
  from: { en: 'From', de: 'Von' },
  call: { en: 'Call', de: 'Aufruf' },
  status: { en: 'Answer', de: 'Antwort' },
  id: { en: 'Id', de: 'Kennung' },
  field: { en: 'Field', de: 'Feld' },
  before: { en: 'Before', de: 'Vorher' },
  after: { en: 'After', de: 'Nachher' },
  nothing: { en: 'Nothing more is known of this.', de: 'Mehr ist hierzu nicht bekannt.' },
  beside: { en: 'In the same call', de: 'Im selben Aufruf' },
})

/** One entry whole: where it came from, and each field before and after. */
export function EntryDetails({ id, close, open }: { id: string; close: () => void; open: (id: string) => void }) {
  const t = useTexts(texts)
  const told = useEntryAction()
  const entityOf = useEntityName()
  const formats = useFormats()
  const { headers, name } = useLevel()
  const { data } = useQuery({
    queryKey: ['/audit_logs', id, name],
    queryFn: ({ signal }) => api.get(`/audit_logs/${id}`, {}, { signal, headers }).then(({ data }) => data),
  })
  return (
    <aside className={s['details']} aria-label={t.entry()}>
      <header>
        <h2>{data ? `${entityOf(data.entity)} ${data.entity_name}` : t.entry()}</h2>
        <ActionIcon size="sm" aria-label={t.close()} onClick={close}>
          <IconX size={15} />
        </ActionIcon>
      </header>
      {!data && <Loader size="sm" m="auto" aria-label="…" />}
      {data && (
        <div className={s['body']} tabIndex={0} role="region" aria-label={t.entry()}>
          <StatusDot tone={told(data).tone}>{told(data).word}</StatusDot>
          <Facts
            facts={[
              [t.at(), formats.exactTime(data.at)],
              [t.who(), data.actor || t.product()],
              [t.from(), data.address || '–'],
              data.route ? [t.call(), <code key="call">{data.route}</code>] : undefined,
              data.status ? [t.status(), String(data.status)] : undefined,
              data.entity_id ? [t.id(), <code key="id">{data.entity_id}</code>] : undefined,
            ]}
          />
          <Changes before={data.before} after={data.after} />
          {data.beside.length > 0 && (
            <section>
              <h3>{t.beside()}</h3>
              <ul>
                {data.beside.map((one) => (
                  <li key={one.id}>
                    <button type="button" onClick={() => open(one.id)}>
                      <StatusDot tone={told(one).tone}>{told(one).word}</StatusDot> {entityOf(one.entity)}{' '}
                      {one.entity_name}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </aside>
  )
}

function Changes({ before, after }: Record<'before' | 'after', Record<string, unknown> | null>) {
  const t = useTexts(texts)
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  if (keys.length === 0) return <p className="muted">{t.nothing()}</p>
  return (
    <table className={s['changes']}>
      <thead>
        <tr>
          <th scope="col">{t.field()}</th>
          {before && <th scope="col">{t.before()}</th>}
          {after && <th scope="col">{t.after()}</th>}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            {before && <td data-was={key in before && after !== null ? true : undefined}>{shown(before[key])}</td>}
            {after && <td data-is={key in after && before !== null ? true : undefined}>{shown(after[key])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shown = (value: unknown) =>
  value === undefined || value === null || value === ''
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value, null, 1)
      : String(value)
