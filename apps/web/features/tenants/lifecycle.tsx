import { Button, TextInput } from '@mantine/core'
import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, Note } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ProfilePicture } from '../shared/profile-picture.tsx'
import type { Tenant } from './tenant.ts'
import s from './tenants.module.css'
import { accountPaths } from './wizard/account.ts'

const texts = defineMessages({
  tenantFacts: { en: 'About this tenant', de: 'Über diesen Mandanten' },
  partnerFacts: { en: 'About this partner', de: 'Über diesen Partner' },
  danger: { en: 'Danger zone', de: 'Gefahrenbereich' },
  deactivate: { en: 'Deactivate', de: 'Deaktivieren' },
  tenantOff: {
    en: 'Its users are locked out at once, and nothing is started. Data and jobs stay.',
    de: 'Seine Benutzer werden sofort ausgesperrt, und nichts wird gestartet. Daten und Jobs bleiben.',
  },
  partnerOff: {
    en: 'Its own users are locked out at once. Its tenants work on.',
    de: 'Seine eigenen Benutzer werden sofort ausgesperrt. Seine Mandanten arbeiten weiter.',
  },
  activate: { en: 'Activate', de: 'Aktivieren' },
  activateText: { en: 'Its users may sign in again.', de: 'Seine Benutzer können sich wieder anmelden.' },
  remove: { en: 'Delete', de: 'Löschen' },
  removeText: {
    en: 'Locks it out at once. For 30 days it can be had back with everything; then it is removed for good.',
    de: 'Sperrt sofort aus. 30 Tage lang lässt sich alles zurückholen; danach wird es endgültig entfernt.',
  },
  restore: { en: 'Take back the deletion', de: 'Löschen zurücknehmen' },
  marked: { en: 'Is removed for good after {date}.', de: 'Wird nach dem {date} endgültig entfernt.' },
  goes: { en: 'This goes for good after {date}:', de: 'Das wird nach dem {date} endgültig entfernt:' },
  databases: { en: 'Databases', de: 'Datenbanken' },
  users: { en: 'Users', de: 'Benutzer' },
  projects: { en: 'Projects', de: 'Projekte' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  queues: { en: 'Queues', de: 'Warteschlangen' },
  files: { en: 'Files', de: 'Dateien' },
  allFiles: { en: 'Storage, SFTP access and history', de: 'Speicher, SFTP-Zugang und Verlauf' },
  typeName: { en: 'Type the name {name} to confirm', de: 'Geben Sie zur Bestätigung den Namen {name} ein' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  sureOff: { en: 'Deactivate “{name}”?', de: '„{name}“ deaktivieren?' },
  off: { en: 'Deactivated', de: 'Deaktiviert' },
  on: { en: 'Activated', de: 'Aktiviert' },
  gone: { en: 'Marked for deletion', de: 'Zum Löschen vorgemerkt' },
  back: { en: 'Deletion taken back', de: 'Löschen zurückgenommen' },
})

type Account = Pick<Tenant, 'id' | 'name' | 'logo' | 'active' | 'initialized' | 'status'>
type Props = { kind: AccountKind; account: Account; facts: [string, ReactNode][] }

/** What is known of an account, and switching it off, on or away. */
export function Lifecycle({ kind, account, facts }: Props) {
  const t = useTexts(texts)
  const may = useMay()
  const subject = kind === 'partner' ? 'partners' : 'tenants'
  const list = accountPaths[kind]
  const path = `${list}/${account.id}` as const
  const [asked, setAsked] = useState(false)
  const deleting = account.status === 'deleting'
  const done = async (title: string) => {
    toast({ title, message: account.name, tone: 'green' })
    setAsked(false)
    await refresh(list)
  }
  const offText = kind === 'partner' ? t.partnerOff() : t.tenantOff()
  const deactivate = async () => {
    if (
      !(await confirm({
        title: t.sureOff({ name: account.name }),
        text: offText,
        action: t.deactivate(),
        danger: true,
      }))
    )
      return
    await api.put(path, { active: false })
    await done(t.off())
  }
  const activate = async () => {
    await api.put(path, { active: true })
    await done(t.on())
  }
  const remove = async () => {
    await api.delete(path, { host: 'admin' })
    await done(t.gone())
  }
  const restore = async () => {
    await api.post(`${path}/restore`)
    await done(t.back())
  }
  return (
    <div className="stack">
      {may(`${subject}.update`) && (
        <ProfilePicture path={path} of="logo" picture={account.logo} onChanged={() => refresh(list)} />
      )}
      <Panel title={kind === 'partner' ? t.partnerFacts() : t.tenantFacts()}>
        <Facts facts={facts} />
      </Panel>
      {may(`${subject}.update`) && (
        <Panel title={t.danger()}>
          <div className={s['danger']}>
            {deleting && <Until path={path} />}
            {deleting && may(`${subject}.delete`) && (
              <Button variant="default" onClick={() => void restore()}>
                {t.restore()}
              </Button>
            )}
            {account.active && (
              <Action
                text={offText}
                button={
                  <Button variant="danger" onClick={() => void deactivate()}>
                    {t.deactivate()}
                  </Button>
                }
              />
            )}
            {!account.active && !deleting && account.initialized && (
              <Action
                text={t.activateText()}
                button={
                  <Button variant="default" onClick={() => void activate()}>
                    {t.activate()}
                  </Button>
                }
              />
            )}
            {may(`${subject}.delete`) && !deleting && !asked && (
              <Action
                text={t.removeText()}
                button={
                  <Button variant="danger" onClick={() => setAsked(true)}>
                    {t.remove()}
                  </Button>
                }
              />
            )}
            {asked && !deleting && (
              <Remove name={account.name} path={path} onRemove={() => void remove()} onCancel={() => setAsked(false)} />
            )}
          </div>
        </Panel>
      )}
    </div>
  )
}

type AccountPath = `/${'clients' | 'partners'}/${string}`

function useRemoval(path: AccountPath) {
  return useQuery({
    queryKey: [path, 'removal'],
    queryFn: ({ signal }) => api.get(`${path}/removal`, {}, { signal }).then(({ data }) => data),
  }).data
}

function Until({ path }: { path: AccountPath }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const removal = useRemoval(path)
  return removal ? <Note tone="red">{t.marked({ date: formats.date(removal.removed_after) })}</Note> : null
}

/** What goes and when, and the name that has to be typed. */
function Remove({
  name,
  path,
  onRemove,
  onCancel,
}: {
  name: string
  path: AccountPath
  onRemove: () => void
  onCancel: () => void
}) {
  const t = useTexts(texts)
  const formats = useFormats()
  const removal = useRemoval(path)
  const [typed, setTyped] = useState('')
  if (!removal) return null
  return (
    <div className="stack">
      <Note tone="red">{t.goes({ date: formats.date(removal.removed_after) })}</Note>
      <Facts
        facts={[
          [t.databases(), removal.databases.map(({ database }) => database).join(', ') || '–'],
          [t.users(), formats.number(removal.users)],
          [t.projects(), formats.number(removal.projects)],
          [t.workflows(), formats.number(removal.workflows)],
          [t.queues(), formats.number(removal.queues)],
          [t.files(), t.allFiles()],
        ]}
      />
      <TextInput
        label={t.typeName({ name })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <div className={s['buttons']}>
        <Button variant="default" onClick={onCancel}>
          {t.cancel()}
        </Button>
        <Button variant="filled" color="red" disabled={typed !== name} onClick={onRemove}>
          {t.remove()}
        </Button>
      </div>
    </div>
  )
}

const Action = ({ text, button }: { text: string; button: ReactNode }) => (
  <div className={s['action']}>
    <p>{text}</p>
    {button}
  </div>
)
