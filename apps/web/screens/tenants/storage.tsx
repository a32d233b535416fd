import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { Facts, StatusDot } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconFolder, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TenantFrame } from './tenant-frame.tsx'
import s from './tenants.module.css'

const texts = defineMessages({
  storage: { en: 'Storage', de: 'Speicher' },
  type: { en: 'Type', de: 'Art' },
  local: { en: 'Folder of this installation', de: 'Ordner dieser Installation' },
  root: { en: 'Root', de: 'Wurzel' },
  none: { en: 'No storage assigned yet', de: 'Noch kein Speicher zugewiesen' },
  noneText: { en: 'Storage is created and assigned when the tenant is set up.', de: 'Speicher wird bei der Einrichtung des Mandanten angelegt und zugewiesen.' },
  sftp: { en: 'Access by SFTP', de: 'Zugang per SFTP' },
  address: { en: 'Address', de: 'Adresse' },
  user: { en: 'User', de: 'Benutzer' },
  state: { en: 'State', de: 'Zustand' },
  open: { en: 'Open', de: 'Offen' },
  closed: { en: 'Closed', de: 'Gesperrt' },
  renew: { en: 'New password', de: 'Neues Passwort' },
  sure: { en: 'Give the SFTP user a new password?', de: 'Dem SFTP-Benutzer ein neues Passwort geben?' },
  sureText: { en: 'The old one stops working at once.', de: 'Das bisherige gilt sofort nicht mehr.' },
  fresh: { en: 'New password, shown only now:', de: 'Neues Passwort, nur jetzt angezeigt:' },
})

type Storage = { storage: { type: string; root: string } | null; sftp: { username: string; active: boolean; port: number } | null }

/** Where a tenant's files lie, and how they come in from outside. */
export function TenantStorageScreen() {
  return <TenantFrame>{(tenant) => <Places id={tenant.id} active={tenant.active} />}</TenantFrame>
}

function Places({ id, active }: { id: string; active: boolean }) {
  const t = useTexts(texts)
  const may = useMay()
  const [password, setPassword] = useState<string>()
  const path = `/clients/${id}/storage`
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get<Item<Storage>>(path, {}, { signal }) })
  if (!data) return null
  const { storage, sftp } = data.data
  if (!storage) return <EmptyState icon={IconFolder} title={t.none()} text={t.noneText()} />
  const renew = async () => {
    if (!(await confirm({ title: t.sure(), text: t.sureText(), action: t.renew() }))) return
    setPassword((await api.post<Item<{ password: string }>>(`${path}/sftp_password`)).data.password)
  }
  return (
    <div className={s['stack']} style={{ maxWidth: 720 }}>
      <Panel title={t.storage()}>
        <Facts facts={[[t.type(), storage.type === 'local' ? t.local() : storage.type.toUpperCase()], [t.root(), <span key="root" className={s['mono']}>{storage.root}</span>]]} />
      </Panel>
      {sftp && (
        <Panel
          title={t.sftp()}
          actions={
            may('connections.update') && (
              <Button size="xs" variant="default" leftSection={<IconKey size={14} />} onClick={() => void renew()}>
                {t.renew()}
              </Button>
            )
          }
        >
          <Facts
            facts={[
              [t.address(), <span key="at" className={s['mono']}>{`sftp://${location.hostname}:${sftp.port}`}</span>],
              [t.user(), <span key="user" className={s['mono']}>{sftp.username}</span>],
              [t.state(), <StatusDot key="state" tone={sftp.active && active ? 'green' : 'amber'}>{sftp.active && active ? t.open() : t.closed()}</StatusDot>],
              password !== undefined && [t.fresh(), <code key="password" className={s['mono']}>{password}</code>],
            ]}
          />
        </Panel>
      )}
    </div>
  )
}
