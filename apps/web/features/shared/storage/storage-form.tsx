import { Input, Select } from '@mantine/core'
import { storageDraft, storageLabels, storagePorts, type StorageChoice } from '@weft/kit/define/storage.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'

const texts = defineMessages({
  place: { en: 'Where the files lie', de: 'Wo die Dateien liegen' },
  registered: { en: '{name} (registered server)', de: '{name} (registrierter Server)' },
})

/** A password is text while it is typed, and the mere fact that there is one otherwise. */
export type StorageValue = Omit<StorageChoice, 'password'> & { password: string | { set: boolean } }

export const localStorageValue: StorageValue = { ...storageDraft.parse({}), server_id: null }

/** What is sent: a password that was not typed is left out. */
export const sentStorage = ({ password, ...value }: StorageValue) => ({
  ...value,
  ...(typeof password === 'string' && { password }),
})

type Props = {
  value: StorageValue
  onChange: (value: StorageValue) => void
  errors?: Record<string, string | string[]>
  disabled?: boolean
}

/** Chooses where files lie: here, on a registered server, or on an FTP or SFTP server with a login of its own. */
export function StorageForm({ value, onChange, errors = {}, disabled = false }: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const isProvider = useSession((session) => session.user?.kind === 'admin' && session.area === 'admin')
  const { data } = useQuery({
    queryKey: ['/storage_servers'],
    queryFn: ({ signal }) => api.get('/storage_servers', {}, { signal, quiet: true }),
    enabled: isProvider,
  })
  const type = storageLabels.fields.type as unknown as {
    options: Record<StorageChoice['type'], { en: string; de: string }>
  }
  const servers = (data?.data ?? []).filter(
    (server) => !server.embedded && (server.active || server.id === value.server_id),
  )
  const choices = [
    { value: 'local', label: type.options.local[language] },
    ...servers.map(({ id, name }) => ({ value: id, label: t.registered({ name }) })),
    { value: 'sftp', label: type.options.sftp[language] },
    { value: 'ftp', label: type.options.ftp[language] },
  ]
  const choose = (chosen: string | null) => {
    if (!chosen) return
    const server = servers.find(({ id }) => id === chosen)
    onChange({
      ...value,
      server_id: server?.id ?? null,
      type: (server?.type ?? chosen) as StorageChoice['type'],
      host_key: '',
    })
  }
  // Another server shows another key.
  const change = (next: Record<string, unknown>) => {
    const moved = ['host', 'port', 'ssl'].some((key) => next[key] !== value[key as 'host'])
    onChange({ ...value, ...next, ...(moved && { host_key: '' }) } as StorageValue)
  }
  return (
    <div className="stack">
      <Input.Wrapper label={t.place()} error={errors['server_id'] ?? errors['type']}>
        <Select
          aria-label={t.place()}
          data={choices}
          value={value.server_id ?? value.type}
          allowDeselect={false}
          disabled={disabled}
          onChange={choose}
        />
      </Input.Wrapper>
      {!value.server_id && value.type !== 'local' && (
        <SettingsForm
          paired
          schema={storageDraft}
          labels={labelsFor(value.type)}
          hide={['type', 'host_key']}
          secrets={['password']}
          value={value}
          onChange={change}
          errors={errors}
          disabled={disabled}
        />
      )}
    </div>
  )
}

const labelsFor = (type: 'ftp' | 'sftp') => {
  const port = String(storagePorts[type])
  const help =
    type === 'ftp'
      ? { en: `Empty: ${port}. At 990, TLS begins at once.`, de: `Leer: ${port}. Bei 990 beginnt TLS sofort.` }
      : { en: `Empty: ${port}.`, de: `Leer: ${port}.` }
  return { ...storageLabels.fields, port: { label: { en: 'Port', de: 'Port' }, help } }
}
