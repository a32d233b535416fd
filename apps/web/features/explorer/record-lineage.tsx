import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { jobPath } from '../jobs/job.ts'
import type { DataStructure } from '../data-structures/structure.ts'
import s from './record-lineage.module.css'
import type { RecordRow } from './use-records.ts'

const texts = defineMessages({
  created: { en: 'Created', de: 'Angelegt' },
  changed: { en: 'Changed', de: 'Geändert' },
  confirmed: { en: 'Confirmed unchanged', de: 'Unverändert bestätigt' },
  deleted: { en: 'Deleted', de: 'Gelöscht' },
  brought_back: { en: 'Brought back', de: 'Wiederhergestellt' },
  version: { en: 'Version {version}', de: 'Version {version}' },
  run: { en: 'Run', de: 'Lauf' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  workflowVersion: { en: '{workflow}, version {version}', de: '{workflow}, Version {version}' },
  step: { en: 'Step', de: 'Schritt' },
  oneOf: { en: 'One of these steps', de: 'Einer dieser Schritte' },
  mapping: { en: 'Mapping', de: 'Mapping' },
  mappingVersion: { en: '{mapping}, version {version}', de: '{mapping}, Version {version}' },
  mappingUnknown: { en: '{mapping}, version not kept', de: '{mapping}, Version nicht aufbewahrt' },
  source: { en: 'Source', de: 'Quelle' },
  hand: { en: 'By hand or over the API', de: 'Von Hand oder über die API' },
  undo: { en: 'A run was taken back', de: 'Ein Lauf wurde rückgängig gemacht' },
  undoBy: { en: '{name} took a run back', de: '{name} hat einen Lauf rückgängig gemacht' },
  removed_run: {
    en: 'By a run, or the undoing of one, that is not kept any more.',
    de: 'Durch einen Lauf, der nicht mehr aufbewahrt wird, oder dessen Rücknahme.',
  },
  unknown: { en: 'It is not known by whom.', de: 'Durch wen, ist nicht bekannt.' },
  when: { en: 'when is not known', de: 'wann, ist nicht bekannt' },
  stepUnknown: { en: 'not known', de: 'nicht bekannt' },
  noVersions: {
    en: 'The data structure keeps no versions: only the last run that wrote is known, and not whether somebody has changed the record since.',
    de: 'Die Datenstruktur hebt keine Versionen auf: Bekannt ist nur der letzte Lauf, der geschrieben hat, nicht aber, ob der Datensatz seither geändert wurde.',
  },
  notWhole: {
    en: 'What was before is not kept.',
    de: 'Was davor war, ist nicht aufbewahrt.',
  },
  lines: {
    en: 'Which line of its source a record came from is not kept.',
    de: 'Aus welcher Zeile der Quelle ein Datensatz stammt, wird nicht aufbewahrt.',
  },
  onward: { en: 'Onward', de: 'Weiter' },
  references: {
    en: 'The key of this record stands in these cross-references:',
    de: 'Der Schlüssel dieses Datensatzes steht in diesen Zuordnungen:',
  },
  noReferences: {
    en: 'Its key stands in no cross-reference. Whether it was sent elsewhere is not known.',
    de: 'Sein Schlüssel steht in keiner Zuordnung. Ob er anderswohin gesendet wurde, ist nicht bekannt.',
  },
  unknownOnward: {
    en: 'Whether it was sent elsewhere is not known.',
    de: 'Ob er anderswohin gesendet wurde, ist nicht bekannt.',
  },
  someRun: { en: 'A run', de: 'Ein Lauf' },
})

type Lineage = Answer<'GET', `/data_structures/${string}/records/${string}/lineage`>['data']
type Event = Lineage['events'][number]
type Run = NonNullable<Event['run']>

const tones: Record<Event['kind'], Tone> = {
  created: 'green',
  changed: 'blue',
  confirmed: 'slate',
  deleted: 'red',
  brought_back: 'green',
}

/** Where a record comes from and where it went on to, as far as that is known; what is not is said. */
export function RecordLineage({ structure, row }: { structure: DataStructure; row: RecordRow }) {
  const t = useTexts(texts)
  const path = `/data_structures/${structure.id}/records/${row._id}/lineage` as const
  const { data } = useQuery({
    queryKey: [path, row._version],
    queryFn: async ({ signal }) => (await api.get(path, {}, { signal })).data,
  })
  if (!data) return <Loader size="sm" />
  const references = data.references ?? []
  const hasSources = data.events.some(({ run }) => run && run.sources.length > 0)
  return (
    <div className={s['lineage']}>
      {!data.keeps_versions && <Note icon={<IconInfoCircle size={16} />}>{t.noVersions()}</Note>}
      <ol className={s['events']}>
        {data.events.map((event, i) => (
          <OneEvent key={`${event.version} ${event.kind} ${i}`} event={event} />
        ))}
      </ol>
      {data.keeps_versions && !data.is_whole && <p className="muted">{t.notWhole()}</p>}
      {hasSources && <p className="muted">{t.lines()}</p>}
      <section>
        <h3>{t.onward()}</h3>
        <p className="muted">
          {references.length > 0 ? t.references() : data.references ? t.noReferences() : t.unknownOnward()}
        </p>
        {references.length > 0 && (
          <ul className={s['references']}>
            {references.map(({ name, left_id, right_id }) => (
              <li key={`${name} ${left_id}`}>
                <Link to="/project/integrations/cross-references">{name}</Link>{' '}
                <span className="mono">
                  {left_id} ↔ {right_id}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function OneEvent({ event: { kind, version, at, by, run, asked_by_name } }: { event: Event }) {
  const t = useTexts(texts)
  const { exactTime, number } = useFormats()
  return (
    <li>
      <div className={s['head']}>
        <Badge tone={tones[kind]}>{t[kind]()}</Badge>
        <span>{t.version({ version: number(version) })}</span>
        <span className="muted">{at === null ? t.when() : exactTime(at)}</span>
      </div>
      {by === 'hand' && <p>{t.hand()}</p>}
      {by === 'run' && !run && <p>{t.someRun()}</p>}
      {by === 'removed_run' && <p>{t.removed_run()}</p>}
      {by === 'unknown' && <p>{t.unknown()}</p>}
      {by === 'undo' && <p>{asked_by_name ? t.undoBy({ name: asked_by_name }) : t.undo()}</p>}
      {run && <OfRun run={run} isWhole={by === 'run'} />}
    </li>
  )
}

function OfRun({ run, isWhole }: { run: Run; isWhole: boolean }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  return (
    <dl>
      <div>
        <dt>{t.run()}</dt>
        <dd>
          <Link to={jobPath(run)} className="mono">
            {run.number}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t.workflow()}</dt>
        <dd>{t.workflowVersion({ workflow: run.workflow_label, version: number(run.version) })}</dd>
      </div>
      {isWhole && (
        <>
          <div>
            <dt>{run.steps.length > 1 ? t.oneOf() : t.step()}</dt>
            <dd>{run.steps.map(({ label }) => label).join(', ') || t.stepUnknown()}</dd>
          </div>
          {run.mappings.length > 0 && (
            <div>
              <dt>{t.mapping()}</dt>
              {run.mappings.map(({ id, label, version }) => (
                <dd key={id}>
                  <Link to={`/project/mappings/${id}`}>
                    {version === null
                      ? t.mappingUnknown({ mapping: label })
                      : t.mappingVersion({ mapping: label, version: number(version) })}
                  </Link>
                </dd>
              ))}
            </div>
          )}
          {run.sources.length > 0 && (
            <div>
              <dt>{t.source()}</dt>
              {run.sources.map(({ id, label, element, connection, place }) => (
                <dd key={id}>{[...new Set([label, element, connection, place])].filter(Boolean).join(' · ')}</dd>
              ))}
            </div>
          )}
        </>
      )}
    </dl>
  )
}
