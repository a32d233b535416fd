import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { Tile } from '@weft/kit/ui/bits.tsx'
import { Columns } from '@weft/kit/ui/columns.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ChoiceList, type Choice } from '../shared/choice-list.tsx'
import { AccountEditor } from './account-editor.tsx'
import { useAccount, useAccounts, type ListedAccount } from './api.ts'
import { NewToken } from './new-token.tsx'
import s from './service-accounts.module.css'
import { TokensPanel } from './tokens.tsx'

const texts = defineMessages({
  title: { en: 'Service accounts', de: 'Dienstkonten' },
  about: {
    en: 'For programs that call the API: with rights of their own, and with tokens in place of a password.',
    de: 'Für Programme, die die API aufrufen: mit eigenen Rechten und mit Token anstelle eines Passworts.',
  },
  create: { en: 'Create service account', de: 'Dienstkonto anlegen' },
  active: { en: 'Active', de: 'Aktiv' },
  inactive: { en: 'Switched off', de: 'Abgeschaltet' },
  none: { en: 'No program calls yet', de: 'Noch ruft kein Programm auf' },
  noneText: {
    en: 'Create an account for each program. Its token is shown once and names tenant and project by itself.',
    de: 'Legen Sie für jedes Programm ein Konto an. Sein Token wird einmal angezeigt und nennt Mandant und Projekt von selbst.',
  },
  noneActive: { en: 'None', de: 'Keines' },
  whole: { en: 'Everything here', de: 'Alles hier' },
  used: { en: 'used {when}', de: 'benutzt {when}' },
  unused: { en: 'never used', de: 'nie benutzt' },
  noToken: { en: 'no valid token', de: 'kein gültiges Token' },
  failed: { en: 'The service accounts could not be loaded', de: 'Die Dienstkonten konnten nicht geladen werden' },
})

/** The accounts of programs of a level, one of them with its rights and tokens. */
export function ServiceAccountsScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const formats = useFormats()
  const navigate = useNavigate()
  const wanted = useSearchParam('account')
  const accounts = useAccounts()
  const [token, setToken] = useState<string>()
  const all = accounts.data?.data ?? []
  const isNew = wanted === 'new'
  const chosen = isNew ? undefined : (all.find(({ id }) => id === wanted) ?? all[0])
  const { data: known } = useAccount(chosen?.id)
  const show = (account?: string) => void navigate({ to: '.', search: (account ? { account } : {}) as never })
  if (accounts.error) return <EmptyState title={t.failed()} text={accounts.error.message} />

  const choice = (one: ListedAccount): Choice => ({
    id: one.id,
    name: one.name,
    note: [
      one.project_name ?? t.whole(),
      one.active_tokens === 0
        ? t.noToken()
        : one.last_used_at
          ? t.used({ when: formats.ago(one.last_used_at) })
          : t.unused(),
    ].join(' · '),
    tile: (
      <Tile tone={one.active && one.active_tokens > 0 ? 'blue' : 'slate'} size={28}>
        <IconRobot size={15} />
      </Tile>
    ),
  })
  const create = may('users.create') && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => show('new')}>
      {t.create()}
    </Button>
  )
  const off = all.filter(({ active }) => !active)
  return (
    <Page title={t.title()} subtitle={t.about()} actions={all.length > 0 && create}>
      {accounts.data && all.length === 0 && !isNew && (
        <EmptyState title={t.none()} text={t.noneText()} action={create || undefined} />
      )}
      {accounts.data && (all.length > 0 || isNew) && (
        <Columns first={250}>
          <ChoiceList
            label={t.title()}
            sections={[
              { title: t.active(), choices: all.filter(({ active }) => active).map(choice), empty: t.noneActive() },
              ...(off.length > 0 ? [{ title: t.inactive(), choices: off.map(choice) }] : []),
            ]}
            chosen={chosen?.id}
            choose={show}
          />
          <div className={s['panels']}>
            {(isNew || known) && (
              <AccountEditor
                key={isNew ? 'new' : known!.data.id}
                account={isNew ? undefined : known!.data}
                created={(id, shown) => {
                  setToken(shown)
                  show(id)
                }}
                left={() => show()}
              />
            )}
            {!isNew && known && <TokensPanel account={known.data} issued={setToken} />}
          </div>
        </Columns>
      )}
      {token && <NewToken token={token} onClose={() => setToken(undefined)} />}
    </Page>
  )
}
