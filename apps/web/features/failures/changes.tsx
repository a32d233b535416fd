import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Link } from '@tanstack/react-router'
import { jobPath } from '../jobs/job.ts'
import { HistoryButton } from '../shared/definition-history.tsx'
import { kindTexts, screensOf } from '../shared/where-used.tsx'
import s from './failure.module.css'
import type { Failure } from './texts.ts'

const texts = defineMessages({
  title: { en: 'What changed before it began', de: 'Was sich davor geändert hat' },
  between: {
    en: 'Between the last good run, {good}, and the first failure, {failed}:',
    de: 'Zwischen dem letzten guten Lauf, {good}, und dem ersten Fehler, {failed}:',
  },
  good: { en: 'Last good run: {number}', de: 'Letzter guter Lauf: {number}' },
  failed: { en: 'First failure: {number}', de: 'Erster Fehler: {number}' },
  nothing: {
    en: 'Nothing of the workflow, nor of what it uses, was changed. Look at the other system and its data.',
    de: 'Weder am Workflow noch an dem, was er verwendet, wurde etwas geändert. Sehen Sie beim anderen System und seinen Daten nach.',
  },
  never: {
    en: 'Before that, no run of this workflow went well.',
    de: 'Davor ist kein Lauf dieses Workflows gut zu Ende gegangen.',
  },
  version: { en: 'Version {version}', de: 'Version {version}' },
  more: { en: 'Older changes are not shown.', de: 'Ältere Änderungen werden nicht gezeigt.' },
})

/** What was changed of the workflow and of what it uses, between its last good run and the first failure by this cause. */
export function Changes({ cause }: { cause: Failure }) {
  const t = useTexts(texts)
  const { dateTime } = useFormats()
  const { last_good, versions, more } = cause.changes
  const { workflow_id } = cause
  return (
    <section className={s['part']} aria-label={t.title()}>
      <h2>{t.title()}</h2>
      {last_good ? (
        <>
          <p className="muted">
            {t.between({ good: dateTime(last_good.finished_at), failed: dateTime(cause.began_at) })}
          </p>
          <p className={s['links']}>
            <Link to={jobPath({ workflow_id, id: last_good.id })}>{t.good({ number: last_good.number })}</Link>
            <Link to={jobPath({ workflow_id, id: cause.began_job_id })}>
              {t.failed({ number: cause.began_job_number })}
            </Link>
          </p>
          {versions.length === 0 && <p>{t.nothing()}</p>}
          <ul className={s['changes']}>
            {versions.map((one) => (
              <Change key={`${one.commit}${one.definition_id}`} change={one} />
            ))}
          </ul>
          {more && <p className="muted">{t.more()}</p>}
        </>
      ) : (
        <p>{t.never()}</p>
      )}
    </section>
  )
}

function Change({ change }: { change: Failure['changes']['versions'][number] }) {
  const t = useTexts(texts)
  const words = useTexts(kindTexts)
  const may = useMay()
  const { dateTime } = useFormats()
  const { definition_id: id, definition_name: name, kind } = change
  const to = screensOf[kind]?.(id)
  return (
    <li>
      <div>
        <span className={s['line']}>
          <Badge>{words[kind]()}</Badge>
          {to ? <Link to={to}>{name}</Link> : name}
          {change.version !== null && <span className="muted">{t.version({ version: change.version })}</span>}
        </span>
        <p>{change.name ? `${change.name}: ${change.message}` : change.message}</p>
        <small className="muted">
          {change.author_name} · {dateTime(change.created_at)}
        </small>
      </div>
      <HistoryButton id={id} name={name} mayName={kind === 'workflow' && may('workflows.update')} />
    </li>
  )
}
