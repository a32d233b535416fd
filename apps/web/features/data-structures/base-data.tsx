import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { EntryForm } from '@weft/kit/ui/entry-form.tsx'
import { api } from '@weft/kit/ui/api.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel } from '@weft/kit/ui/texts.ts'
import { useStructurePlace } from './place.ts'
import { StructurePage } from './structure-page.tsx'

export function DataStructureBaseDataScreen() {
  const may = useMay()
  const read = useLabel()
  const { path, options } = useStructurePlace()
  return (
    <StructurePage bleed>
      {(structure) => (
        <EntryForm
          key={structure.updated_at}
          label={read(dataStructure.labels.one)}
          fields={dataStructure.fields}
          rows={dataStructure.form}
          labels={dataStructure.labels.fields}
          schema={dataStructure.changes}
          values={structure}
          readOnly={!may('structures.update') || structure.locked}
          save={async (changes) => {
            await api.put(`${path}/${structure.id}/base_data`, { ...changes, version: structure.version }, options)
            await refresh(path)
          }}
        />
      )}
    </StructurePage>
  )
}
