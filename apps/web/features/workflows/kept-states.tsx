import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'

const texts = defineMessages({
  title: { en: 'Kept between runs', de: 'Zwischen Läufen behalten' },
  name: { en: 'Name', de: 'Name' },
  value: { en: 'Value', de: 'Wert' },
  at: { en: 'Since', de: 'Seit' },
  forget: { en: 'Forget', de: 'Vergessen' },
  sure: { en: 'Forget “{name}”?', de: '„{name}“ vergessen?' },
  sureText: {
    en: 'The next run begins anew: a step that reads what has changed reads everything once.',
    de: 'Der nächste Lauf beginnt von vorn: Ein Schritt, der Geändertes liest, liest einmal alles.',
  },
})

/** What runs of a workflow have kept for those after them; nothing where they have kept nothing. */
export function KeptStates({ id }: { id: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const path = `/workflows/${id}/states` as const
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get(path, {}, { signal }) })
  if (!data || data.data.length === 0) return null
  const forget = async (name: string) => {
    if (!(await confirm({ title: t.sure({ name }), text: t.sureText(), action: t.forget(), danger: true }))) return
    await api.delete(`${path}/${encodeURIComponent(name)}`)
    await refresh(path)
  }
  return (
    <Panel title={t.title()}>
      <SmallTable columns={[t.name(), t.value(), t.at(), '']}>
        {data.data.map(({ name, value, updated_at }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>
              <code>{shown(value)}</code>
            </td>
            <td>
              <Ago at={updated_at} />
            </td>
            <td>
              {may('workflows.update') && (
                <Button variant="default" size="xs" onClick={() => void forget(name)}>
                  {t.forget()}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

/** How far a reading has come is what counts of what it keeps. */
const shown = (value: unknown): string => {
  const said = typeof value === 'object' && value !== null && 'until' in value ? value.until : value
  const text = typeof said === 'string' ? said : JSON.stringify(said)
  return text.length > 80 ? `${text.slice(0, 80)} …` : text
}
