import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import type { Tenant } from './tenant.ts'
import s from './tenants.module.css'

const texts = defineMessages({
  facts: { en: 'About this tenant', de: 'Über diesen Mandanten' },
  number: { en: 'Tenant number', de: 'Mandantennummer' },
  users: { en: 'Users', de: 'Benutzer' },
  created: { en: 'Created', de: 'Angelegt' },
  lastJob: { en: 'Last job', de: 'Letzter Job' },
  danger: { en: 'Danger zone', de: 'Gefahrenbereich' },
  deactivate: { en: 'Deactivate', de: 'Deaktivieren' },
  deactivateText: { en: 'Its users are locked out at once. Data and jobs stay.', de: 'Seine Benutzer werden sofort ausgesperrt. Daten und Jobs bleiben.' },
  activate: { en: 'Activate', de: 'Aktivieren' },
  activateText: { en: 'Its users may sign in again.', de: 'Seine Benutzer können sich wieder anmelden.' },
  remove: { en: 'Mark for deletion', de: 'Zum Löschen vormerken' },
  removeText: { en: 'Locks the tenant out; within 30 days it can be activated again.', de: 'Sperrt den Mandanten aus; 30 Tage lang kann er wieder aktiviert werden.' },
  marked: { en: 'Marked for deletion since {date}.', de: 'Zum Löschen vorgemerkt seit {date}.' },
  sureOff: { en: 'Deactivate “{name}”?', de: '„{name}“ deaktivieren?' },
  sureRemove: { en: 'Mark “{name}” for deletion?', de: '„{name}“ zum Löschen vormerken?' },
  off: { en: 'Tenant deactivated', de: 'Mandant deaktiviert' },
  on: { en: 'Tenant activated', de: 'Mandant aktiviert' },
  gone: { en: 'Marked for deletion', de: 'Zum Löschen vorgemerkt' },
})

/** What is known of a tenant, and switching it off, on or away. */
export function Lifecycle({ tenant }: { tenant: Tenant }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  const path = `/clients/${tenant.id}`
  const done = async (title: string) => {
    toast({ title, message: tenant.name, tone: 'green' })
    await refresh('/clients')
  }
  const deactivate = async () => {
    if (!(await confirm({ title: t.sureOff({ name: tenant.name }), text: t.deactivateText(), action: t.deactivate(), danger: true }))) return
    await api.put(path, { active: false })
    await done(t.off())
  }
  const activate = async () => {
    await api.put(path, { active: true })
    await done(t.on())
  }
  const remove = async () => {
    if (!(await confirm({ title: t.sureRemove({ name: tenant.name }), text: t.removeText(), action: t.remove(), danger: true }))) return
    await api.delete(path)
    await done(t.gone())
  }
  return (
    <div className={s['stack']}>
      <Panel title={t.facts()}>
        <Facts
          facts={[
            [t.number(), tenant.number ?? '–'],
            [t.users(), formats.number(tenant.users)],
            [t.created(), formats.date(tenant.created_at)],
            [t.lastJob(), tenant.last_job ? <JobStatus key="job" status={tenant.last_job.status} /> : '–'],
          ]}
        />
      </Panel>
      {may('tenants.update') && (
        <Panel title={t.danger()}>
          <div className={s['danger']}>
            {tenant.deleting_since && <p className="muted">{t.marked({ date: formats.date(tenant.deleting_since) })}</p>}
            {tenant.active ? (
              <Action text={t.deactivateText()} button={<Button variant="danger" onClick={() => void deactivate()}>{t.deactivate()}</Button>} />
            ) : (
              tenant.initialized && <Action text={t.activateText()} button={<Button variant="default" onClick={() => void activate()}>{t.activate()}</Button>} />
            )}
            {may('tenants.delete') && !tenant.deleting_since && <Action text={t.removeText()} button={<Button variant="danger" onClick={() => void remove()}>{t.remove()}</Button>} />}
          </div>
        </Panel>
      )}
    </div>
  )
}

const Action = ({ text, button }: { text: string; button: React.ReactNode }) => (
  <div className={s['action']}>
    <p>{text}</p>
    {button}
  </div>
)
