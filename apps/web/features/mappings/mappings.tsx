import { mapping } from '@weft/catalogue/resources/mapping/mapping.ts'
import { Button } from '@mantine/core'
import { IconTransform } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { ResourceScreen } from '../shared/resource-screen.tsx'
import { dropDraft } from './draft.ts'

const texts = defineMessages({
  about: {
    en: 'How records of one structure become records of another.',
    de: 'Wie aus Datensätzen einer Struktur Datensätze einer anderen werden.',
  },
  empty: {
    en: 'A mapping needs a data structure or a data set for what comes in, and a data structure for what goes out.',
    de: 'Ein Mapping braucht eine Datenstruktur oder ein Datenset für das, was hereinkommt, und eine Datenstruktur für das, was herauskommt.',
  },
  open: { en: 'Open the data mapper', de: 'Daten-Mapper öffnen' },
})
const home = '/project/mappings'

export function MappingsScreen() {
  const t = useTexts(texts)
  const { data } = useQuery({
    queryKey: ['/data_structures', { noPagination: true }],
    queryFn: ({ signal }) => api.get('/data_structures', { noPagination: true }, { signal, quiet: true }),
  })
  const { data: sets } = useQuery({
    queryKey: ['/data_sets', { noPagination: true }],
    queryFn: ({ signal }) => api.get('/data_sets', { noPagination: true }, { signal, quiet: true }),
  })
  const names = new Map([
    ...(data?.data ?? []).map(({ id, label }) => [id, label] as const),
    ...(sets?.data ?? []).map(({ id, name }) => [id, name] as const),
  ])
  const named = (id: unknown) => names.get(String(id)) ?? '–'
  return (
    <ResourceList
      resource={mapping}
      to={({ id }) => `${home}/${id}/mapper`}
      createTo={`${home}/create`}
      icon={IconTransform}
      subtitle={t.about()}
      emptyText={t.empty()}
      cells={{
        source_structure_id: (row) => named(row['source_structure_id'] ?? row['source_data_set_id']),
        target_structure_id: (row) => named(row['target_structure_id']),
      }}
    />
  )
}

export const MappingCreateScreen = () => (
  <ResourceScreen resource={mapping} home={home} to={(id) => `${home}/${id}/mapper`} />
)

export function MappingDetailsScreen() {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const open = (
    <Button
      variant="default"
      component={Link}
      {...{ to: `${home}/${id}/mapper` }}
      leftSection={<IconTransform size={15} />}
    >
      {t.open()}
    </Button>
  )
  return <ResourceScreen resource={mapping} home={home} param="id" actions={open} onSaved={() => dropDraft(id)} />
}
