import { Input, Select } from '@mantine/core'
import { engineNames } from '@weft/catalogue/resources/database-server/database-server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { documentServerTexts } from '../../servers/document-server-texts.ts'

const texts = defineMessages({
  label: { en: 'Document database', de: 'Dokumentdatenbank' },
  beside: { en: 'PostgreSQL, beside the records', de: 'PostgreSQL, neben den Datensätzen' },
})

type Props = { value: string | null; error: string | undefined; onChange: (id: string | null) => void }

/** Where the account's documents shall lie: on PostgreSQL, or on a MongoDB that the provider has registered. */
export function DocumentsServer({ value, error, onChange }: Props) {
  const t = useTexts(texts)
  const about = useTexts(documentServerTexts)
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['/database_servers', { noPagination: true }],
    queryFn: ({ signal }) => api.get('/database_servers', { noPagination: true }, { signal, quiet: true }),
  })
  const servers = (data?.data ?? []).filter(({ active, engine }) => active && engine !== 'mysql')
  const chosen = servers.find(({ id }) => id === value)
  const notes = [
    ...(chosen?.engine === 'mongodb' ? [about.unproven()] : []),
    ...(chosen?.health?.separates_users === false ? [about.together()] : []),
  ]
  return (
    <Input.Wrapper
      label={t.label()}
      description={notes.join(' ') || undefined}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      style={{ gridColumn: 'span 3' }}
    >
      <Select
        aria-label={t.label()}
        data={[
          { value: '', label: t.beside() },
          ...servers.map(({ id, name, engine }) => ({
            value: id,
            label: `${name} (${engineNames[engine][language]})`,
          })),
        ]}
        value={value ?? ''}
        allowDeselect={false}
        searchable={servers.length > 8}
        error={Boolean(error)}
        onChange={(id) => onChange(id || null)}
      />
    </Input.Wrapper>
  )
}
