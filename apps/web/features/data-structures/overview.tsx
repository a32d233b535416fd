import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Facts } from '@weft/kit/ui/bits.tsx'
import { labelOf } from '@weft/kit/ui/form/describe.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import { useDraftVersion } from '../shared/drafts/use-draft-version.ts'
import { keepDraft, nothingElsewhere, useDrafts } from '../shared/drafts/use-drafts.ts'
import { projectHome, useStructurePlace } from './place.ts'
import { StructurePage } from './structure-page.tsx'
import s from './structures.module.css'
import { useCounts, type DataStructure } from './structure.ts'

const texts = defineMessages({
  about: { en: 'About', de: 'Über' },
  records: { en: 'Records', de: 'Datensätze' },
  aboutCount: { en: 'about {count}', de: 'etwa {count}' },
  fields: { en: 'Fields', de: 'Felder' },
  field: { en: 'Field', de: 'Feld' },
  type: { en: 'Type', de: 'Typ' },
  rules: { en: 'Rules', de: 'Regeln' },
  key: { en: 'Primary key', de: 'Primärschlüssel' },
  required: { en: 'Required', de: 'Pflicht' },
  unique: { en: 'Unique', de: 'Eindeutig' },
  index: { en: 'Indexed', de: 'Indiziert' },
  version: { en: 'Version', de: 'Version' },
  taken: { en: 'Taken over from the library', de: 'Aus der Bibliothek übernommen' },
  takenVersion: { en: 'in version {version}', de: 'in Version {version}' },
  revisions: { en: 'Earlier definitions', de: 'Frühere Definitionen' },
  changes: { en: 'Changes', de: 'Änderungen' },
  when: { en: 'When', de: 'Wann' },
  now: { en: 'current', de: 'aktuell' },
  back: { en: 'Make version {version} my draft', de: 'Version {version} zu meinem Entwurf machen' },
  named: { en: 'Version {version}', de: 'Version {version}' },
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
  none: { en: '–', de: '–' },
})

export const DataStructureScreen = () => (
  <StructurePage>
    {(structure) => (
      <div className={s['overview']}>
        <About structure={structure} />
        <Fields structure={structure} />
        <Earlier structure={structure} />
      </div>
    )}
  </StructurePage>
)

function About({ structure }: { structure: DataStructure }) {
  const t = useTexts(texts)
  const read = useLabel()
  const { number, exactTime } = useFormats()
  const { isLibrary } = useStructurePlace()
  const count = useCounts().data?.[structure.id]
  const words = (key: keyof typeof dataStructure.fields) =>
    labelOf(key, dataStructure.fields[key], dataStructure.labels.fields[key])
  const named = (key: keyof typeof dataStructure.fields) => read(words(key).label)
  const yesNo = (is: boolean) => (is ? t.yes() : t.no())
  return (
    <Panel title={t.about()} note={exactTime(structure.updated_at)}>
      <Facts
        facts={[
          [
            named('class_name'),
            <span key="c" className="mono">
              {structure.class_name}
            </span>,
          ],
          [
            named('table_name'),
            <span key="t" className="mono">
              {structure.table_name}
            </span>,
          ],
          ...(isLibrary
            ? []
            : [
                [
                  t.records(),
                  count === undefined
                    ? t.none()
                    : count.about
                      ? t.aboutCount({ count: number(count.total) })
                      : number(count.total),
                ] satisfies [string, string],
              ]),
          [t.version(), number(structure.version)],
          ...(structure.taken_version
            ? [[t.taken(), t.takenVersion({ version: structure.taken_version })] satisfies [string, string]]
            : []),
          [
            named('on_empty_import'),
            read(words('on_empty_import').options[structure.on_empty_import] ?? structure.on_empty_import),
          ],
          [named('data_versioning'), yesNo(structure.data_versioning)],
          ...(structure.data_versioning
            ? []
            : [
                [
                  named('run_changes_days'),
                  structure.run_changes_days === null ? t.no() : number(structure.run_changes_days),
                ] satisfies [string, string],
              ]),
          [named('structural_versioning'), yesNo(structure.structural_versioning)],
          [named('structure_check'), yesNo(structure.structure_check)],
          [named('content_identifier'), structure.content_identifier || t.none()],
          [named('description'), structure.description || t.none()],
        ]}
      />
    </Panel>
  )
}

function Fields({ structure }: { structure: DataStructure }) {
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  const rules = (field: StructureField) =>
    [
      field.primary_key && t.key(),
      field.required && t.required(),
      field.unique && !field.primary_key && t.unique(),
      field.index && t.index(),
    ].filter((rule) => rule !== false)
  return (
    <Panel title={t.fields()} note={structure.fields.length} bleed>
      <SmallTable columns={[t.field(), t.type(), t.rules()]}>
        {structure.fields.map((field) => (
          <tr key={field.id}>
            <td>
              <span className="mono">{field.name}</span> {field.label && <span className="muted">{field.label}</span>}
            </td>
            <td>
              {types[field.type]()}
              {field.length ? ` (${field.length})` : ''}
              {field.precision ? ` (${field.precision}, ${field.scale ?? 0})` : ''}
            </td>
            <td>
              {rules(field).map((rule) => (
                <Badge key={rule} tone={rule === t.key() ? 'violet' : undefined}>
                  {rule}
                </Badge>
              ))}
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

/** Earlier definitions of a project's structure; the library keeps none. */
function Earlier({ structure }: { structure: DataStructure }) {
  const { isLibrary } = useStructurePlace()
  return structure.structural_versioning && !isLibrary && <Revisions structure={structure} />
}

function Revisions({ structure }: { structure: DataStructure }) {
  const t = useTexts(texts)
  const may = useMay()
  const { number, exactTime } = useFormats()
  const path = `/data_structures/${structure.id}` as const
  const { data } = useQuery({
    queryKey: [`${path}/revisions`],
    queryFn: ({ signal }) => api.get(`${path}/revisions`, { perPage: 50 }, { signal, quiet: true }),
  })
  const drafts = useDrafts(structure.id, nothingElsewhere)
  const askFor = useDraftVersion()
  const navigate = useNavigate()
  const goBack = async ({ version, created_at }: { version: number; created_at: string }) => {
    const make = async () => {
      const { class_name, table_name, fields } = (await api.get(`${path}/revisions/${version}`)).data.definition
      await keepDraft(structure.id, {
        content: { kind: 'data_structure', class_name, table_name, fields },
        revision: drafts.own?.revision ?? 0,
        ...(drafts.version !== undefined && { base_version: drafts.version }),
      })
    }
    if (await askFor(drafts, { message: t.named({ version }), created_at }, make))
      await navigate({ to: `${projectHome}/${structure.id}/config` })
  }
  return (
    <Panel title={t.revisions()} collapsible bleed>
      <SmallTable columns={[t.version(), t.when(), t.changes(), '']}>
        {data?.data.map(({ version, created_at, changes }) => (
          <tr key={version}>
            <td>{number(version)}</td>
            <td>{exactTime(created_at)}</td>
            <td>{number(changes)}</td>
            <td>
              {version === structure.version ? (
                <Badge tone="blue">{t.now()}</Badge>
              ) : (
                may('structures.update') &&
                !structure.locked && (
                  <Button
                    size="xs"
                    variant="subtle"
                    leftSection={<IconArrowBackUp size={14} />}
                    onClick={() => void goBack({ version, created_at })}
                  >
                    {t.back({ version })}
                  </Button>
                )
              )}
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}
