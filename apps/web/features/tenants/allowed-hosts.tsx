import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { PanelRow } from '@weft/kit/ui/panel-row.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import s from './tenants.module.css'

const texts = defineMessages({
  title: { en: 'Allowed internal hosts', de: 'Freigegebene interne Hosts' },
  note: {
    en: 'Connections of this tenant may reach these, although they lie in an internal network. Public addresses need no entry.',
    de: 'Verbindungen dieses Mandanten dürfen diese erreichen, obwohl sie in einem internen Netz liegen. Öffentliche Adressen brauchen keinen Eintrag.',
  },
  none: { en: 'None: internal addresses are refused', de: 'Keine: Interne Adressen werden abgelehnt' },
  host: { en: 'Host', de: 'Host' },
  port: { en: 'Port', de: 'Port' },
  anyPort: { en: 'any port', de: 'jeder Port' },
  why: { en: 'Note', de: 'Notiz' },
  allow: { en: 'Allow', de: 'Freigeben' },
  remove: { en: 'No longer allow {host}', de: '{host} nicht mehr freigeben' },
})

/** The hosts inside that a tenant's connections may reach; the provider decides. */
export function AllowedHosts({ tenant_id }: { tenant_id: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const path = `/clients/${tenant_id}/allowed_hosts` as const
  const { data } = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get(path, {}, { signal }) })
  const remove = async (id: string) => {
    await api.delete(`${path}/${id}`)
    await refresh(path)
  }
  if (!data) return null
  return (
    <Panel title={t.title()} note={t.note()} bleed>
      {data.data.length === 0 && <EmptyState small title={t.none()} />}
      {data.data.map(({ id, host, port, note }) => (
        <PanelRow
          key={id}
          tone="teal"
          icon={<IconShieldCheck size={18} stroke={1.7} />}
          title={<span className="mono">{port === null ? `${host} · ${t.anyPort()}` : `${host}:${port}`}</span>}
          note={note}
          actions={
            may('tenants.update') && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t.remove({ host })}
                onClick={() => void remove(id)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )
          }
        />
      ))}
      {may('tenants.update') && <Allow path={path} />}
    </Panel>
  )
}

function Allow({ path }: { path: `/clients/${string}/allowed_hosts` }) {
  const t = useTexts(texts)
  const [host, setHost] = useState('')
  const [port, setPort] = useState<number | string>('')
  const [note, setNote] = useState('')
  const { busy, send, errorAt } = useSubmit()
  const allow = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      await api.post(path, { host, port: port === '' ? null : Number(port), note }, { quiet: true })
      setHost('')
      setPort('')
      setNote('')
      await refresh(path)
    })
  }
  return (
    <form className={s['allow']} onSubmit={(event) => void allow(event)} noValidate>
      <TextInput
        label={t.host()}
        value={host}
        onChange={(event) => setHost(event.currentTarget.value)}
        error={errorAt('host')}
      />
      <NumberInput
        label={t.port()}
        value={port}
        onChange={setPort}
        placeholder={t.anyPort()}
        hideControls
        error={errorAt('port')}
      />
      <TextInput
        label={t.why()}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={errorAt('note')}
      />
      <Button type="submit" loading={busy}>
        {t.allow()}
      </Button>
    </form>
  )
}
