import { Button } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import s from './queues.module.css'

const texts = defineMessages({
  title: { en: 'Restored from a backup and held', de: 'Aus einer Sicherung wiederhergestellt und angehalten' },
  notice: {
    en: 'This installation was restored from a backup of {made}: schedules, webhooks and jobs wait until it is released.',
    de: 'Diese Installation wurde aus einer Sicherung vom {made} wiederhergestellt: Zeitpläne, Webhooks und Jobs warten, bis sie freigegeben wird.',
  },
  look: { en: 'Have a look', de: 'Ansehen' },
  lost: {
    en: 'Whatever happened after {made} is not in it. Make sure that the installation it was copied from runs no more, or both do the same work.',
    de: 'Was nach dem {made} geschah, ist nicht enthalten. Stellen Sie sicher, dass die Installation, aus der sie kopiert wurde, nicht mehr läuft, sonst erledigen beide dieselbe Arbeit.',
  },
  underWay: {
    en: '{count, plural, =0 {No run was under way.} one {One run was under way and goes on where it was. Its records are not written twice; calls, mails and files elsewhere may be.} other {# runs were under way and go on where they were. Their records are not written twice; calls, mails and files elsewhere may be.}}',
    de: '{count, plural, =0 {Kein Lauf war im Gange.} one {Ein Lauf war im Gange und macht dort weiter, wo er war. Seine Datensätze werden nicht doppelt geschrieben; Aufrufe, Mails und Dateien anderswo möglicherweise schon.} other {# Läufe waren im Gange und machen dort weiter, wo sie waren. Ihre Datensätze werden nicht doppelt geschrieben; Aufrufe, Mails und Dateien anderswo möglicherweise schon.}}',
  },
  queued: {
    en: '{count, plural, =0 {No job waited for its turn.} one {One job waited for its turn and starts; elsewhere it may have run already.} other {# jobs waited for their turn and start; elsewhere they may have run already.}}',
    de: '{count, plural, =0 {Kein Job wartete auf seinen Start.} one {Ein Job wartete auf seinen Start und beginnt; anderswo ist er vielleicht schon gelaufen.} other {# Jobs warteten auf ihren Start und beginnen; anderswo sind sie vielleicht schon gelaufen.}}',
  },
  schedules: {
    en: '{count, plural, =0 {No schedule is due.} one {One schedule is due since then; it starts once, unless it skips what it has missed.} other {# schedules are due since then; each starts once, unless it skips what it has missed.}}',
    de: '{count, plural, =0 {Kein Zeitplan ist fällig.} one {Ein Zeitplan ist seitdem fällig; er startet einmal, sofern er Versäumtes nicht überspringt.} other {# Zeitpläne sind seitdem fällig; jeder startet einmal, sofern er Versäumtes nicht überspringt.}}',
  },
  arrived: {
    en: '{count, plural, =0 {Nothing has come in since the restore.} one {One call has come in since the restore and waits.} other {# calls have come in since the restore and wait.}}',
    de: '{count, plural, =0 {Seit der Wiederherstellung kam nichts an.} one {Seit der Wiederherstellung kam ein Aufruf an und wartet.} other {Seit der Wiederherstellung kamen # Aufrufe an und warten.}}',
  },
  runs: { en: 'Runs under way at that moment', de: 'Läufe, die zu diesem Zeitpunkt im Gange waren' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  tenant: { en: 'Tenant', de: 'Mandant' },
  began: { en: 'Began', de: 'Begonnen' },
  written: { en: 'Records written', de: 'Geschriebene Datensätze' },
  more: {
    en: '{count, plural, one {One more is not shown.} other {# more are not shown.}}',
    de: '{count, plural, one {Ein weiterer wird nicht gezeigt.} other {# weitere werden nicht gezeigt.}}',
  },
  release: { en: 'Release', de: 'Freigeben' },
  sure: { en: 'Let everything go on?', de: 'Alles weiterlaufen lassen?' },
  sureText: {
    en: 'Runs go on, jobs that wait start, and schedules fire again. This cannot be taken back.',
    de: 'Läufe machen weiter, wartende Jobs starten, und Zeitpläne lösen wieder aus. Das lässt sich nicht zurücknehmen.',
  },
  released: { en: 'Released: everything goes on', de: 'Freigegeben: Alles läuft weiter' },
})

type Restoration = NonNullable<Answer<'GET', '/supervisor/restoration'>['data']>

const useHeld = (enabled: boolean) =>
  useQuery({
    queryKey: ['/supervisor/restoration'],
    queryFn: ({ signal }) => api.get('/supervisor/restoration', {}, { signal, quiet: true }),
    refetchInterval: 15_000,
    enabled,
  }).data?.data

/** A line for whoever may look after the machines, while a restored installation waits for its release. */
export function HeldNotice() {
  const t = useTexts(texts)
  const { dateTime } = useFormats()
  const held = useHeld(useMay()('system.view'))
  if (!held) return null
  return (
    <div className={s['notice']}>
      <Note tone="amber" icon={<IconPlayerPause size={16} aria-hidden />}>
        {t.notice({ made: dateTime(held.made_at) })} <Link to="/admin/settings/system/queues">{t.look()}</Link>
      </Note>
    </div>
  )
}

/** What a restored installation may lose or repeat, and its release. */
export function HeldPanel() {
  const t = useTexts(texts)
  const { dateTime } = useFormats()
  const may = useMay()
  const held = useHeld(true)
  if (!held) return null
  const made = dateTime(held.made_at)
  const release = async () => {
    if (!(await confirm({ title: t.sure(), text: t.sureText(), action: t.release() }))) return
    await api.post('/supervisor/release')
    toast({ title: t.released(), tone: 'green' })
    await refresh('/supervisor', '/queues')
  }
  return (
    <Panel
      title={t.title()}
      actions={
        may('system.run') && (
          <Button leftSection={<IconPlayerPlay size={15} />} onClick={() => void release()}>
            {t.release()}
          </Button>
        )
      }
    >
      <div className="stack">
        <Note tone="amber" icon={<IconPlayerPause size={16} aria-hidden />}>
          {t.notice({ made })}
        </Note>
        <ul className={s['held']}>
          <li>{t.lost({ made })}</li>
          <li>{t.underWay({ count: held.under_way_count })}</li>
          <li>{t.queued({ count: held.queued })}</li>
          <li>{t.schedules({ count: held.schedules_due })}</li>
          <li>{t.arrived({ count: held.arrived })}</li>
        </ul>
        <RunsUnderWay held={held} />
      </div>
    </Panel>
  )
}

function RunsUnderWay({ held: { under_way, under_way_count } }: { held: Restoration }) {
  const t = useTexts(texts)
  const { dateTime, number } = useFormats()
  if (under_way.length === 0) return null
  return (
    <>
      <table className={s['workers']} aria-label={t.runs()}>
        <thead>
          <tr>
            <th>{t.workflow()}</th>
            <th>{t.tenant()}</th>
            <th>{t.began()}</th>
            <th>{t.written()}</th>
          </tr>
        </thead>
        <tbody>
          {under_way.map(({ id, workflow, tenant, since, records_out }) => (
            <tr key={id}>
              <td>{workflow}</td>
              <td>{tenant}</td>
              <td>{dateTime(since)}</td>
              <td>{number(records_out)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {under_way_count > under_way.length && <small>{t.more({ count: under_way_count - under_way.length })}</small>}
    </>
  )
}
