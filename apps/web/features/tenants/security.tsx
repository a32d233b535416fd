import { Button, TextInput } from '@mantine/core'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note, StatusDot } from '@weft/kit/ui/bits.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconArrowRight, IconKey, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { AllowedHosts } from './allowed-hosts.tsx'
import { TenantFrame } from './tenant-frame.tsx'
import { useTenantHome } from './tenant.ts'

const texts = defineMessages({
  token: { en: 'API token', de: 'API-Token' },
  tokenText: {
    en: 'Names this company in the header x-api-key. It gives no right by itself: each call needs a signed-in user.',
    de: 'Benennt dieses Unternehmen in der Kopfzeile x-api-key. Für sich allein gibt er kein Recht: Jeder Aufruf braucht einen angemeldeten Benutzer.',
  },
  partnerToken: {
    en: 'Names this partner in the headers x-api-key and x-partner-key. It gives no right by itself: each call needs a signed-in user.',
    de: 'Benennt diesen Partner in den Kopfzeilen x-api-key und x-partner-key. Für sich allein gibt er kein Recht: Jeder Aufruf braucht einen angemeldeten Benutzer.',
  },
  current: { en: 'Current token', de: 'Aktueller Token' },
  rotate: { en: 'Replace token', de: 'Token ersetzen' },
  rotateText: {
    en: 'The old token is worth nothing at once, for programs as well. Type the name {name} to confirm.',
    de: 'Der alte Token ist sofort wertlos, auch für Programme. Geben Sie zur Bestätigung den Namen {name} ein.',
  },
  name: { en: 'Name', de: 'Name' },
  rotated: { en: 'Token replaced', de: 'Token ersetzt' },
  whitelist: { en: 'Route whitelist', de: 'Routen-Whitelist' },
  whitelistText: {
    en: 'From which addresses routes may be called by those who work in this tenant.',
    de: 'Von welchen Adressen aus Routen von denen aufgerufen werden dürfen, die in diesem Mandanten arbeiten.',
  },
  open: { en: 'Open the list', de: 'Zur Liste' },
  support: { en: 'Support accesses', de: 'Support-Zugänge' },
  none: { en: 'Nobody from outside was in here yet', de: 'Hier war noch niemand von außen' },
  who: { en: 'Who', de: 'Wer' },
  reason: { en: 'Reason', de: 'Grund' },
  from: { en: 'From', de: 'Von' },
  until: { en: 'Until', de: 'Bis' },
  state: { en: 'State', de: 'Zustand' },
  running: { en: 'Open', de: 'Offen' },
  over: { en: 'Ended', de: 'Beendet' },
  end: { en: 'End', de: 'Beenden' },
  admin: { en: 'Provider', de: 'Anbieter' },
  partner: { en: 'Partner', de: 'Partner' },
})

/** The token that names a company, and how it is replaced. */
export function ApiToken({
  path,
  name,
  token,
  about,
  may,
}: {
  path: `/clients/${string}` | `/partners/${string}`
  name: string
  token: string | undefined
  about: string
  may: boolean
}) {
  const t = useTexts(texts)
  const [asked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const { send, errorAt } = useSubmit(allAt('confirm'))
  const rotate = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      await api.post(`${path}/rotate_token`, { confirm: typed }, { quiet: true })
      toast({ title: t.rotated(), message: name, tone: 'green' })
      setAsked(false)
      setTyped('')
      await refresh(path)
    })
  }
  return (
    <Panel title={t.token()}>
      <form className="stack" onSubmit={(event) => void rotate(event)}>
        <p className="muted">{about}</p>
        <TextInput
          label={t.current()}
          value={token ?? ''}
          readOnly
          leftSection={<IconKey size={15} />}
          styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 'var(--fs-12)' } }}
        />
        {asked && (
          <>
            <Note tone="amber">{t.rotateText({ name })}</Note>
            <TextInput
              label={t.name()}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={errorAt('confirm')}
              data-autofocus
            />
          </>
        )}
        {may && (
          <div>
            <Button
              type={asked ? 'submit' : 'button'}
              variant={asked ? 'filled' : 'default'}
              color={asked ? 'red' : undefined}
              disabled={asked && typed !== name}
              onClick={
                asked
                  ? undefined
                  : (event) => {
                      event.preventDefault()
                      setAsked(true)
                    }
              }
            >
              {t.rotate()}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  )
}

export const usePartnerTokenText = () => useTexts(texts).partnerToken()

/** Ways into a tenant: its token, its lists of addresses, and who came in from above. */
export function TenantSecurityScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const home = useTenantHome()
  return (
    <TenantFrame>
      {(tenant) => (
        <div className="stack" style={{ maxWidth: 900 }}>
          <ApiToken
            path={`/clients/${tenant.id}`}
            name={tenant.name}
            token={(tenant as { api_token?: string }).api_token}
            about={t.tokenText()}
            may={may('tenants.update')}
          />
          <Panel title={t.whitelist()} note={t.whitelistText()}>
            <Button
              component={Link}
              to={`${home}/${tenant.id}/security/whitelist`}
              variant="default"
              rightSection={<IconArrowRight size={15} />}
            >
              {t.open()}
            </Button>
          </Panel>
          {may('system.view') && <AllowedHosts tenant_id={tenant.id} />}
          {may('users.view') && <SupportAccesses tenant_id={tenant.id} />}
        </div>
      )}
    </TenantFrame>
  )
}

type SupportAccess = ListRow<`/clients/${string}/support_accesses`>

/** Who from above was inside a tenant, why and how long; an open access can be ended here. */
export function SupportAccesses({ tenant_id }: { tenant_id: string }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  const path = `/clients/${tenant_id}/support_accesses` as const
  const list = useList(path, { perPage: 10, local: true })
  const isOpen = (row: SupportAccess) => !row.ended_at && Date.parse(row.ends_at) > Date.now()
  const end = async (row: SupportAccess) => {
    await api.post(`/support_accesses/${row.id}/end`)
    await refresh(path, '/support_accesses')
  }
  const columns: Column<SupportAccess>[] = [
    {
      key: 'user_name',
      title: t.who(),
      sortable: false,
      fixed: true,
      cell: (row) => (
        <>
          {row.user_name} <span className="muted">· {row.user_kind === 'admin' ? t.admin() : t.partner()}</span>
        </>
      ),
    },
    { key: 'reason', title: t.reason(), sortable: false, cell: (row) => row.reason },
    { key: 'created_at', title: t.from(), sortable: false, cell: (row) => formats.dateTime(row.created_at) },
    { key: 'ends_at', title: t.until(), sortable: false, cell: (row) => formats.dateTime(row.ended_at ?? row.ends_at) },
    {
      key: 'state',
      title: t.state(),
      sortable: false,
      cell: (row) => (
        <StatusDot tone={isOpen(row) ? 'amber' : 'slate'}>{isOpen(row) ? t.running() : t.over()}</StatusDot>
      ),
    },
    {
      key: 'end',
      title: '',
      sortable: false,
      end: true,
      fixed: true,
      cell: (row) =>
        isOpen(row) &&
        may('users.update') && (
          <Button size="compact-xs" variant="subtle" onClick={() => void end(row)}>
            {t.end()}
          </Button>
        ),
    },
  ]
  return (
    <Panel title={t.support()} bleed>
      <DataTable
        label={t.support()}
        bare
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.user_name}
        empty={<EmptyState icon={IconLockOpen} title={t.none()} />}
      />
    </Panel>
  )
}
