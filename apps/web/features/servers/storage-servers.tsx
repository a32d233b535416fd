import { Button } from '@mantine/core'
import { storageDraft, storageServerDraft, storageServerLabels } from '@weft/kit/define/storage.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { SettingsForm, withoutUntyped } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { IconFolders, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { useProbe } from '../shared/storage/probe.tsx'
import { RegisteredServer } from './registered-server.tsx'

const texts = defineMessages({
  list: { en: 'Storage servers', de: 'Speicherserver' },
  about: {
    en: 'Where the files of tenants and partners may lie. Each account has a folder of its own there.',
    de: 'Wo die Dateien von Mandanten und Partnern liegen können. Jedes Konto hat dort einen eigenen Ordner.',
  },
  add: { en: 'Add storage server', de: 'Speicherserver hinzufügen' },
  here: { en: 'Folder of this installation', de: 'Ordner dieser Installation' },
  accounts: {
    en: '{count, plural, =0 {no account} one {# account} other {# accounts}}',
    de: '{count, plural, =0 {kein Konto} one {# Konto} other {# Konten}}',
  },
  checking: { en: 'Being tried out', de: 'Wird geprüft' },
  healthy: { en: 'Works, {time}', de: 'Funktioniert, {time}' },
  again: { en: 'Check again', de: 'Erneut prüfen' },
  save: { en: 'Save', de: 'Speichern' },
  sureText: {
    en: 'Only a server no account keeps files on can be deleted. Its files stay.',
    de: 'Nur ein Server, auf dem kein Konto Dateien hat, lässt sich löschen. Seine Dateien bleiben.',
  },
})

type Server = ListRow<typeof path>
/** A password that is stored and not typed anew is only known to be set. */
type Entered = Omit<z.output<typeof storageServerDraft>, 'password'> & { password: string | { set: boolean } }
const path = '/storage_servers'

/** The storage servers the provider has registered, each tried out when the page opens. */
export function StorageServers() {
  const t = useTexts(texts)
  const [edited, setEdited] = useState<Server | 'new'>()
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get(path, {}, { signal }) })
  const add = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')}>
      {t.add()}
    </Button>
  )
  return (
    <>
      <Panel title={t.list()} note={t.about()} actions={add} bleed>
        {(data?.data ?? []).map((server) => (
          <Row key={server.id} server={server} onEdit={() => setEdited(server)} />
        ))}
      </Panel>
      {edited && <Edit server={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function Row({ server, onEdit }: { server: Server; onEdit: () => void }) {
  const t = useTexts(texts)
  const place = server.embedded
    ? server.root
    : `${server.type}${server.ssl ? 's' : ''}://${server.username}@${server.host}${server.port ? `:${server.port}` : ''}${server.root.startsWith('/') ? '' : '/'}${server.root}`
  return (
    <RegisteredServer
      path={path}
      server={server}
      tone={server.embedded ? 'teal' : 'blue'}
      icon={<IconFolders size={18} stroke={1.7} />}
      title={server.embedded ? t.here() : server.name}
      note={<span className="mono">{`${place} · ${t.accounts({ count: server.accounts })}`}</span>}
      sureText={t.sureText()}
      onEdit={onEdit}
    >
      <Health id={server.id} />
    </RegisteredServer>
  )
}

/** Writes, reads and removes a small file there, now. */
function Health({ id }: { id: string }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [`${path}/${id}/test`],
    queryFn: () =>
      api.post(`${path}/${id}/test`, undefined, { quiet: true, timeout: false }).then((answer) => answer.data),
    staleTime: 60_000,
    retry: false,
  })
  const failed = data?.steps.find((step) => step.state === 'failed')
  const wrong = failed?.message ?? error?.message
  return (
    <div role="status">
      <StatusDot tone={isFetching ? 'slate' : wrong ? 'red' : 'green'} pulse={isFetching}>
        {isFetching
          ? t.checking()
          : (wrong ??
            t.healthy({
              time: formats.duration((data?.steps ?? []).reduce((sum, step) => sum + step.milliseconds, 0)),
            }))}
      </StatusDot>{' '}
      {!isFetching && (
        <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
          {t.again()}
        </Button>
      )}
    </div>
  )
}

function Edit({ server, onClose }: { server: Server | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const [value, setValue] = useState<Entered>(() =>
    server ? valueOf(server) : { ...storageDraft.parse({}), type: 'sftp', root: '/', name: '', active: true },
  )
  const { busy, errors, setErrors, send } = useSubmit()
  const body = withoutUntyped(value, ['password'])
  const probe = useProbe(async () => {
    const { data } = await api.post(server ? `${path}/${server.id}/test` : `${path}/test`, body, {
      timeout: false,
    })
    if (data.ok && data.host_key) setValue((now) => ({ ...now, host_key: data.host_key }))
    return data
  })
  const save = () =>
    send(async () => {
      const { data } = await (server
        ? api.put(`${path}/${server.id}`, body)
        : api.post(path, { ...value, password: typeof value.password === 'string' ? value.password : '' }))
      toastSaved(data.name)
      await refresh(path, `${path}/${data.id}/test`)
      onClose()
    })
  const change = (next: Entered) => {
    const moved = (['host', 'port', 'ssl', 'type'] as const).some((key) => next[key] !== value[key])
    probe.clear()
    setErrors({})
    setValue({ ...next, ...(moved && { host_key: '' }) })
  }
  return (
    <Dialog
      onClose={onClose}
      title={server?.name ?? t.add()}
      size={560}
      beside={probe.button}
      actions={
        <Button loading={busy} onClick={() => void save()}>
          {t.save()}
        </Button>
      }
    >
      <div className="stack">
        <SettingsForm
          paired
          schema={storageServerDraft}
          labels={storageServerLabels.fields}
          value={value}
          onChange={change}
          errors={{ ...errors, ...probe.errors }}
          hide={['host_key']}
          secrets={['password']}
        />
        {probe.result}
      </div>
    </Dialog>
  )
}

/** Only the embedded server is local, and it has no form. */
const valueOf = ({
  name,
  type,
  host,
  port,
  username,
  password,
  ssl,
  passive,
  timeout,
  root,
  host_key,
  active,
}: Server): Entered => ({
  name,
  type: type === 'local' ? 'sftp' : type,
  host,
  port,
  username,
  password: password ?? '',
  ssl,
  passive,
  timeout,
  root,
  host_key,
  active,
})
