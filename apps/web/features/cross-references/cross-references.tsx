import { Select } from '@mantine/core'
import { crossReference } from '@weft/catalogue/resources/cross-reference/cross-reference.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowsRightLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

const texts = defineMessages({
  about: {
    en: 'Which id of one system is which of another. Steps that write into a connection store it, mappings look it up, and what is wrong is put right here.',
    de: 'Welche Id des einen Systems welche des anderen ist. Schritte, die in eine Verbindung schreiben, speichern es, Mappings schlagen es nach, und was falsch ist, wird hier berichtigt.',
  },
  pair: { en: 'Pair', de: 'Paar' },
  all: { en: 'All pairs', de: 'Alle Paare' },
})
const home = '/project/integrations/cross-references'
const namesPath = '/cross_references/names'

export function CrossReferencesScreen() {
  const t = useTexts(texts)
  const { data: names = [] } = useQuery({
    queryKey: [namesPath],
    queryFn: async () => (await api.get(namesPath)).data,
  })
  return (
    <ResourceList
      resource={crossReference}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      icon={IconArrowsRightLeft}
      subtitle={t.about()}
      filters={['name']}
      tools={(list) => (
        <Select
          size="xs"
          aria-label={t.pair()}
          placeholder={t.all()}
          data={names}
          value={list.filter['name'] || null}
          onChange={(name) => list.set({ filter: { ...list.filter, name: name ?? '' }, page: 1 })}
          clearable
          searchable
        />
      )}
    />
  )
}
