import { Button } from '@mantine/core'
import { storageDraft } from '@weft/kit/define/storage.ts'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, Note, StatusDot } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { IconFolder, IconKey, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilesPath } from '../file-explorer/api.ts'
import { FileExplorer } from '../file-explorer/file-explorer.tsx'
import { useProbe } from './probe.tsx'
import { localStorageValue, sentStorage, StorageForm, type StorageValue } from './storage-form.tsx'
import s from './storage.module.css'

const texts = defineMessages({
  storage: { en: 'Storage', de: 'Speicher' },
  none: { en: 'No storage assigned yet', de: 'Noch kein Speicher zugewiesen' },
  noneText: {
    en: 'Storage is created and assigned when the account is set up.',
    de: 'Speicher wird bei der Einrichtung des Kontos angelegt und zugewiesen.',
  },
  root: { en: 'Folder', de: 'Ordner' },
  used: { en: 'Used', de: 'Belegt' },
  usedText: {
    en: '{size} in {count, plural, one {# file} other {# files}}',
    de: '{size} in {count, plural, one {# Datei} other {# Dateien}}',
  },
  usedMore: {
    en: 'more than {size} in {count, plural, one {# file} other {# files}}',
    de: 'mehr als {size} in {count, plural, one {# Datei} other {# Dateien}}',
  },
  key: { en: 'Key of the server', de: 'Schlüssel des Servers' },
  noKey: {
    en: 'Not seen yet; remembered at the first connection',
    de: 'Noch nicht gesehen; wird bei der ersten Verbindung gemerkt',
  },
  save: { en: 'Save', de: 'Speichern' },
  saved: { en: 'Storage saved', de: 'Speicher gespeichert' },
  sure: { en: 'Change where the files lie?', de: 'Ändern, wo die Dateien liegen?' },
  sureText: {
    en: 'Files that are there now stay where they are and are not seen any more. Copy them before, if they are needed.',
    de: 'Dateien, die jetzt dort liegen, bleiben am alten Ort und sind nicht mehr zu sehen. Kopieren Sie sie vorher, wenn sie gebraucht werden.',
  },
  change: { en: 'Change', de: 'Ändern' },
  files: { en: 'Files', de: 'Dateien' },
  locked: {
    en: 'To see the files of this tenant, please open a support access first.',
    de: 'Um die Dateien dieses Mandanten zu sehen, öffnen Sie bitte zuerst einen Support-Zugang.',
  },
  sftp: { en: 'Access by SFTP', de: 'Zugang per SFTP' },
  deaf: {
    en: 'Not reachable: another program has the port',
    de: 'Nicht erreichbar: Ein anderes Programm belegt den Port',
  },
  address: { en: 'Address', de: 'Adresse' },
  user: { en: 'User', de: 'Benutzer' },
  state: { en: 'State', de: 'Zustand' },
  open: { en: 'Open', de: 'Offen' },
  closed: { en: 'Closed', de: 'Gesperrt' },
  renew: { en: 'New password', de: 'Neues Passwort' },
  renewSure: { en: 'Give the SFTP user a new password?', de: 'Dem SFTP-Benutzer ein neues Passwort geben?' },
  renewText: { en: 'The old one stops working at once.', de: 'Das bisherige gilt sofort nicht mehr.' },
  fresh: { en: 'New password, shown only now:', de: 'Neues Passwort, nur jetzt angezeigt:' },
})

type StoragePath = `/clients/${string}/storage`
type Stored = NonNullable<Answer<'GET', StoragePath>['data']['storage']>

/** Where the files of a tenant or partner lie, what is there, and how files come in from outside. */
export function AccountStorage({ id, active }: { id: string; active: boolean }) {
  const t = useTexts(texts)
  const path = `/clients/${id}/storage` as const
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get(path, {}, { signal }) })
  if (!data) return null
  const { storage, sftp, files_open } = data.data
  if (!storage) return <EmptyState icon={IconFolder} title={t.none()} text={t.noneText()} />
  return (
    <div className="stack" style={{ maxWidth: 860 }}>
      <Place key={JSON.stringify(storage)} path={path} storage={storage} />
      {sftp && <Gateway path={path} sftp={sftp} active={active} />}
      <Files at={`${path}/files`} isOpen={files_open} />
    </div>
  )
}

function Place({ path, storage }: { path: StoragePath; storage: Stored }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const mayChange = useMay()('tenants.update')
  const [value, setValue] = useState(() => valueOf(storage))
  const { busy, errors, setErrors, send } = useSubmit()
  const probe = useProbe(async () => {
    const { data } = await api.post(`${path}/test`, sentStorage(value), { timeout: false })
    // From now on the server has to show this key.
    if (data.ok && data.host_key) setValue((now) => ({ ...now, host_key: data.host_key }))
    return data
  })
  const usage = useQuery({
    queryKey: [`${path}/usage`],
    queryFn: ({ signal }) => api.get(`${path}/usage`, {}, { signal, quiet: true, timeout: false }),
    staleTime: 60_000,
    retry: false,
  })
  const used = usage.data?.data
  const changed = JSON.stringify(value) !== JSON.stringify(valueOf(storage))
  useUnsavedGuard(changed && !busy)

  const save = async () => {
    const moves = (['server_id', 'type', 'host', 'port', 'root', 'username'] as const).some(
      (key) => value[key] !== storage[key],
    )
    if (
      moves &&
      (used?.files ?? 1) > 0 &&
      !(await confirm({ title: t.sure(), text: t.sureText(), action: t.change() }))
    )
      return
    await send(async () => {
      await api.put(path, sentStorage(value))
      toast({ title: t.saved(), tone: 'green' })
      await refresh(path)
    })
  }
  return (
    <Panel title={t.storage()}>
      <div className="stack">
        <StorageForm
          value={value}
          onChange={(next) => {
            setErrors({})
            probe.clear()
            setValue(next)
          }}
          errors={{ ...errors, ...probe.errors }}
          disabled={!mayChange}
        />
        <Facts
          facts={[
            (storage.type === 'local' || Boolean(storage.server_id)) && [
              t.root(),
              <span key="root" className={s['mono']}>
                {storage.root}
              </span>,
            ],
            !changed &&
              storage.type !== 'local' &&
              !storage.server_id &&
              (storage.type === 'sftp' || storage.ssl) && [
                t.key(),
                storage.fingerprint ? (
                  <span key="key" className={s['mono']}>
                    {storage.fingerprint}
                  </span>
                ) : (
                  t.noKey()
                ),
              ],
            used !== undefined && [
              t.used(),
              (used.complete ? t.usedText : t.usedMore)({ size: formats.bytes(used.bytes), count: used.files }),
            ],
            usage.error !== null && [
              t.used(),
              <StatusDot key="error" tone="red">
                {usage.error.message}
              </StatusDot>,
            ],
          ]}
        />
        {mayChange && (
          <div className={s['buttons']}>
            {probe.button}
            <Button loading={busy} disabled={!changed} onClick={() => void save()}>
              {t.save()}
            </Button>
          </div>
        )}
        {probe.result}
      </div>
    </Panel>
  )
}

/** Empty fields where a registered server says everything. */
const valueOf = ({ server_id, ...storage }: Stored): StorageValue => {
  const known = Object.fromEntries(
    Object.keys(storageDraft.shape).map((key) => [key, storage[key as 'host']]),
  ) as unknown as StorageValue
  return { ...localStorageValue, ...known, server_id: server_id ?? null, password: storage.password ?? '' }
}

function Gateway({
  path,
  sftp,
  active,
}: {
  path: StoragePath
  sftp: NonNullable<Answer<'GET', StoragePath>['data']['sftp']>
  active: boolean
}) {
  const t = useTexts(texts)
  const may = useMay()
  const [password, setPassword] = useState<string>()
  const renew = async () => {
    if (!(await confirm({ title: t.renewSure(), text: t.renewText(), action: t.renew() }))) return
    setPassword((await api.post(`${path}/sftp_password`)).data.password)
  }
  const renewing = may('connections.update') && (
    <Button size="xs" variant="default" leftSection={<IconKey size={14} />} onClick={() => void renew()}>
      {t.renew()}
    </Button>
  )
  const isOpen = sftp.active && active
  return (
    <Panel title={t.sftp()} actions={renewing}>
      <Facts
        facts={[
          [t.address(), <span key="at" className={s['mono']}>{`sftp://${location.hostname}:${sftp.port}`}</span>],
          [
            t.user(),
            <span key="user" className={s['mono']}>
              {sftp.username}
            </span>,
          ],
          [
            t.state(),
            <StatusDot key="state" tone={!isOpen ? 'amber' : sftp.listens ? 'green' : 'red'}>
              {!isOpen ? t.closed() : sftp.listens ? t.open() : t.deaf()}
            </StatusDot>,
          ],
          password !== undefined && [
            t.fresh(),
            <code key="password" className={s['mono']}>
              {password}
            </code>,
          ],
        ]}
      />
    </Panel>
  )
}

/** The files themselves are the tenant's business: staff need a support access. */
function Files({ at, isOpen }: { at: FilesPath; isOpen: boolean }) {
  const t = useTexts(texts)
  const may = useMay()
  if (!isOpen)
    return (
      <Panel title={t.files()}>
        <Note tone="blue" icon={<IconLock size={16} />}>
          {t.locked()}
        </Note>
      </Panel>
    )
  return (
    <FileExplorer at={at} label={t.files()} mayBring={may('tenants.update')} remember="account-files">
      {({ actions, content }) => (
        <Panel title={t.files()} actions={actions} bleed>
          {content}
        </Panel>
      )}
    </FileExplorer>
  )
}
