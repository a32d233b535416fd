import { Button, Loader, Progress, VisuallyHidden } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Note } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAlertTriangle, IconArrowBackUp, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import s from './undo-dialog.module.css'

const texts = defineMessages({
  title: { en: 'Undo this run', de: 'Lauf rückgängig machen' },
  intro: {
    en: 'What this run wrote into data structures is taken back, as long as nothing newer stands on it. What it sent to other systems stays there.',
    de: 'Was dieser Lauf in Datenstrukturen geschrieben hat, wird zurückgenommen, solange nichts Neueres darauf aufbaut. Was er an andere Systeme gesendet hat, bleibt dort.',
  },
  nowhere: {
    en: 'It is not known that this run wrote into any data structure.',
    de: 'Es ist nicht bekannt, dass dieser Lauf in eine Datenstruktur geschrieben hätte.',
  },
  no_versions: {
    en: 'This structure keeps no earlier versions, so nothing can be put back. For runs from then on, say in its base data how long what runs change is to be kept, or switch on “Data versioning”.',
    de: 'Diese Datenstruktur hebt keine früheren Versionen auf, daher lässt sich nichts wiederherstellen. Für künftige Läufe geben Sie in ihren Basisdaten an, wie lange von Läufen Geändertes aufbewahrt wird, oder schalten „Datenversionierung“ ein.',
  },
  versions_later: {
    en: 'Versions have not been kept without a gap since this run began, so it is not known what was there before.',
    de: 'Seit Beginn dieses Laufs wurden Versionen nicht lückenlos aufbewahrt, daher ist nicht bekannt, was vorher da war.',
  },
  forgotten: {
    en: 'This run began longer ago than what runs change is kept for.',
    de: 'Dieser Lauf begann vor längerer Zeit, als von Läufen Geändertes aufbewahrt wird.',
  },
  settings: { en: 'Open the structure', de: 'Datenstruktur öffnen' },
  remove: {
    en: '{count, plural, one {# record is removed} other {# records are removed}}',
    de: '{count, plural, one {# Datensatz wird entfernt} other {# Datensätze werden entfernt}}',
  },
  put_back: {
    en: '{count, plural, one {# record is put back} other {# records are put back}}',
    de: '{count, plural, one {# Datensatz wird zurückgesetzt} other {# Datensätze werden zurückgesetzt}}',
  },
  bring_back: {
    en: '{count, plural, one {# deleted record comes back} other {# deleted records come back}}',
    de: '{count, plural, one {# gelöschter Datensatz kommt wieder} other {# gelöschte Datensätze kommen wieder}}',
  },
  stands: {
    en: '{count, plural, one {# record stays: something newer stands on it} other {# records stay: something newer stands on them}}',
    de: '{count, plural, one {# Datensatz bleibt: Neueres baut darauf auf} other {# Datensätze bleiben: Neueres baut darauf auf}}',
  },
  nothing: { en: 'Nothing to take back', de: 'Nichts zurückzunehmen' },
  removed: {
    en: '{count, plural, one {# record removed} other {# records removed}}',
    de: '{count, plural, one {# Datensatz entfernt} other {# Datensätze entfernt}}',
  },
  wasPutBack: {
    en: '{count, plural, one {# record put back} other {# records put back}}',
    de: '{count, plural, one {# Datensatz zurückgesetzt} other {# Datensätze zurückgesetzt}}',
  },
  wasBroughtBack: {
    en: '{count, plural, one {# record brought back} other {# records brought back}}',
    de: '{count, plural, one {# Datensatz wiederhergestellt} other {# Datensätze wiederhergestellt}}',
  },
  stayed: {
    en: '{count, plural, one {# record stayed} other {# records stayed}}',
    de: '{count, plural, one {# Datensatz blieb stehen} other {# Datensätze blieben stehen}}',
  },
  mayNot: {
    en: 'This removes records, which needs the right to delete them.',
    de: 'Dabei werden Datensätze entfernt. Dazu brauchen Sie das Recht, sie zu löschen.',
  },
  samples: { en: 'Examples', de: 'Beispiele' },
  removes: { en: 'removed', de: 'entfernt' },
  putsBack: { en: 'put back', de: 'zurückgesetzt' },
  bringsBack: { en: 'comes back', de: 'kommt wieder' },
  becomes: { en: 'becomes', de: 'wird zu' },
  empty: { en: 'empty', de: 'leer' },
  undo: {
    en: 'Undo {count, plural, one {# record} other {# records}}',
    de: '{count, plural, one {# Datensatz} other {# Datensätze}} zurücknehmen',
  },
  working: { en: 'Taking back: {done} of {total}', de: 'Wird zurückgenommen: {done} von {total}' },
  done: { en: 'Taken back', de: 'Zurückgenommen' },
  doneBy: { en: 'Taken back by {name}, {when}', de: 'Zurückgenommen von {name}, {when}' },
  failed: { en: 'Not everything was taken back: {error}', de: 'Nicht alles wurde zurückgenommen: {error}' },
  close: { en: 'Close', de: 'Schließen' },
})

type Plan = Answer<'GET', `/jobs/${string}/undo`>['data']
type StructurePlan = Plan['structures'][number]
type Undo = Answer<'GET', `/job_undos/${string}`>['data']
type Sample = StructurePlan['samples'][number]

/** What taking back a run would do, structure by structure, and then how it goes. */
export function UndoDialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const t = useTexts(texts)
  const [id, setId] = useState<string>()
  const [sending, setSending] = useState(false)
  const may = useMay()
  const path = `/jobs/${jobId}/undo` as const
  const { data: planned } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => (await api.get(path, {}, { signal })).data,
    gcTime: 0,
    staleTime: Infinity,
  })
  const current = id ?? (planned?.undo?.state === 'running' ? planned.undo.id : undefined)
  const { data: undo } = useQuery({
    queryKey: [`/job_undos/${current}`],
    queryFn: async ({ signal }) => (await api.get(`/job_undos/${current!}`, {}, { signal, quiet: true })).data,
    enabled: current !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? 700 : false),
  })
  const isOver = undo !== undefined && undo.state !== 'running'
  useEffect(() => {
    if (isOver) void refresh('/data_structures', '/jobs')
  }, [isOver])
  const total = planned?.structures.reduce((sum, one) => sum + one.remove + one.put_back + one.bring_back, 0) ?? 0
  const isKept = !may('records.delete') && planned?.structures.some(({ remove }) => remove > 0) === true
  const begin = async () => {
    setSending(true)
    try {
      setId((await api.post(path)).data.id)
    } finally {
      setSending(false)
    }
  }
  const told = current === undefined ? planned?.undo : undo
  return (
    <Dialog
      onClose={onClose}
      title={t.title()}
      size={760}
      cancel={current === undefined && total > 0 ? undefined : t.close()}
      actions={
        current === undefined && total > 0 ? (
          <Button variant="danger" loading={sending} disabled={isKept} onClick={() => void begin()}>
            {t.undo({ count: total })}
          </Button>
        ) : (
          <></>
        )
      }
    >
      <div className={s['undo']}>
        <p className="muted">{t.intro()}</p>
        {told && <Outcome undo={told} />}
        {!planned && <Loader size="sm" />}
        {current === undefined && isKept && <Note tone="amber">{t.mayNot()}</Note>}
        {planned?.structures.length === 0 && <Note icon={<IconInfoCircle size={16} />}>{t.nowhere()}</Note>}
        {current === undefined && planned?.structures.map((one) => <OneStructure key={one.structure_id} plan={one} />)}
      </div>
    </Dialog>
  )
}

function OneStructure({ plan }: { plan: StructurePlan }) {
  const t = useTexts(texts)
  const lines = (['remove', 'put_back', 'bring_back', 'stands'] as const).filter((what) => plan[what] > 0)
  return (
    <section className={s['structure']} aria-label={plan.label}>
      <h3>{plan.label}</h3>
      {plan.hindrance ? (
        <Note tone="amber" icon={<IconAlertTriangle size={16} />}>
          {t[plan.hindrance]()}{' '}
          <Link to={`/project/data-structures/${plan.structure_id}/base-data`}>{t.settings()}</Link>
        </Note>
      ) : (
        <ul className={s['counts']}>
          {lines.length === 0 && <li>{t.nothing()}</li>}
          {lines.map((what) => (
            <li key={what}>{t[what]({ count: plan[what] })}</li>
          ))}
        </ul>
      )}
      {plan.samples.length > 0 && (
        <>
          <h4>{t.samples()}</h4>
          <ul className={s['samples']}>
            {plan.samples.map((sample) => (
              <OneSample key={sample.id} sample={sample} fields={plan.fields} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const shownFields = 6
const tones = { remove: 'red', put_back: 'amber', bring_back: 'green' } as const

function OneSample({ sample: { action, id, now, then }, fields }: { sample: Sample; fields: StructurePlan['fields'] }) {
  const t = useTexts(texts)
  const differs = (name: string) => JSON.stringify(now?.[name]) !== JSON.stringify(then?.[name])
  const named = fields.slice(0, 2)
  const shown =
    action === 'put_back'
      ? [...named, ...fields.slice(2).filter(({ name }) => differs(name))].slice(0, shownFields)
      : fields.slice(0, shownFields)
  const words = { remove: t.removes(), put_back: t.putsBack(), bring_back: t.bringsBack() }
  return (
    <li>
      <div className={s['sampleHead']}>
        <Badge tone={tones[action]}>{words[action]}</Badge>
        <span className="mono muted">#{id}</span>
      </div>
      <dl>
        {shown.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {now && then && differs(name) ? (
                <>
                  <s>{inBrief(now[name]) ?? t.empty()}</s> <VisuallyHidden>{t.becomes()}</VisuallyHidden>
                  <b>{inBrief(then[name]) ?? t.empty()}</b>
                </>
              ) : action === 'remove' ? (
                <s>{inBrief(now?.[name]) ?? t.empty()}</s>
              ) : (
                (inBrief((then ?? now)?.[name]) ?? t.empty())
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function inBrief(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function Outcome({ undo }: { undo: Undo }) {
  const t = useTexts(texts)
  const { number, exactTime } = useFormats()
  const sum = (what: 'remove' | 'put_back' | 'bring_back' | 'stands') =>
    undo.structures.reduce((all, one) => all + one[what], 0)
  const done = sum('remove') + sum('put_back') + sum('bring_back')
  const working = t.working({ done: number(done), total: number(undo.total) })
  if (undo.state === 'running')
    return (
      <div role="status" className={s['working']}>
        <span>{working}</span>
        <Progress aria-label={working} value={undo.total === 0 ? 0 : Math.min(100, (done / undo.total) * 100)} />
      </div>
    )
  const said = [
    sum('remove') > 0 && t.removed({ count: sum('remove') }),
    sum('put_back') > 0 && t.wasPutBack({ count: sum('put_back') }),
    sum('bring_back') > 0 && t.wasBroughtBack({ count: sum('bring_back') }),
    sum('stands') > 0 && t.stayed({ count: sum('stands') }),
  ].filter(Boolean)
  const who =
    undo.asked_by_name && undo.finished_at
      ? t.doneBy({ name: undo.asked_by_name, when: exactTime(undo.finished_at) })
      : t.done()
  return (
    <div role="status">
      <Note
        tone={undo.state === 'failed' ? 'red' : sum('stands') > 0 ? 'amber' : 'green'}
        icon={<IconArrowBackUp size={16} />}
      >
        <b>{undo.error === null ? who : t.failed({ error: undo.error })}</b>
        {said.length > 0 && <div>{said.join(', ')}</div>}
      </Note>
    </div>
  )
}
