import { Switch } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useStructurePlace } from './place.ts'
import { useStructure, useStructureId } from './structure.ts'
import s from './structures.module.css'

const texts = defineMessages({
  label: { en: 'Must exist in {structure}', de: 'Muss in {structure} vorhanden sein' },
  help: {
    en: 'A record whose value is not there is rejected. A record there that is referred to cannot be deleted.',
    de: 'Ein Datensatz, dessen Wert dort fehlt, wird abgewiesen. Ein Datensatz dort, auf den verwiesen wird, lässt sich nicht löschen.',
  },
  index: {
    en: 'With many records, give this field an index as well: every deletion there looks for records here.',
    de: 'Bei vielen Datensätzen sollte dieses Feld auch einen Index haben: Jede Löschung dort sucht hier nach Datensätzen.',
  },
  found: {
    en: '{count, plural, one {# stored record refers} other {# stored records refer}} to nothing. Existing ones stay; whatever is written from now on is checked.',
    de: '{count, plural, one {# gespeicherter Datensatz verweist} other {# gespeicherte Datensätze verweisen}} ins Leere. Vorhandene bleiben; geprüft wird, was ab jetzt geschrieben wird.',
  },
  most: { en: 'The 100 most frequent values:', de: 'Die 100 häufigsten Werte:' },
  fine: {
    en: 'The values of all stored records exist.',
    de: 'Die Werte aller gespeicherten Datensätze sind vorhanden.',
  },
})

type Props = {
  field: StructureField
  structures: { id: string; label: string }[]
  error: string | undefined
  readOnly: boolean
  onChange: (must_exist: boolean) => void
}

/** Whether what a field refers to has to be there; where it is asked for, what stands against it is shown. */
export function MustExist({ field, structures, error, readOnly, onChange }: Props) {
  const t = useTexts(texts)
  const { isLibrary } = useStructurePlace()
  const target = structures.find(({ id }) => id === field.related_structure_id)
  if (isLibrary || !target) return null
  const isOn = field.must_exist === true
  const isIndexed = field.index || field.unique || field.primary_key
  return (
    <>
      <Switch
        size="xs"
        label={t.label({ structure: target.label })}
        description={isIndexed ? t.help() : `${t.help()} ${t.index()}`}
        error={error}
        checked={isOn}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {isOn && <Dangling field={field} related_structure_id={target.id} />}
    </>
  )
}

function Dangling({ field, related_structure_id }: { field: StructureField; related_structure_id: string }) {
  const t = useTexts(texts)
  const id = useStructureId()
  const { data: structure } = useStructure(id)
  const stored = structure?.fields.find((one) => one.id === field.id)
  const path = `/data_structures/${id!}/dangling` as const
  const { data } = useQuery({
    queryKey: [path, stored?.name, related_structure_id],
    enabled: stored !== undefined,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.get(path, { field: stored!.name, related_structure_id }, { signal, quiet: true })).data,
  })
  if (!data) return null
  if (data.count === 0)
    return (
      <Note tone="green" icon={<IconCircleCheck size={16} aria-hidden />}>
        {t.fine()}
      </Note>
    )
  return (
    <Note tone="amber" icon={<IconAlertTriangle size={16} aria-hidden />}>
      {t.found({ count: data.count })} {data.values.length === 100 && t.most()}
      <div className={s['samples']}>
        {data.values.map((value) => (
          <code key={value}>{value}</code>
        ))}
      </div>
    </Note>
  )
}
