import { IconFileSearch } from '@tabler/icons-react'
import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'

const texts = defineMessages({
  subtitle: {
    en: 'What files look like and how they are read into typed records.',
    de: 'Wie Dateien aussehen und wie daraus typisierte Datensätze werden.',
  },
  empty: {
    en: 'Bring a CSV, XML, JSON or Excel file; its columns, types and key are found by themselves.',
    de: 'Bringen Sie eine CSV-, XML-, JSON- oder Excel-Datei; Spalten, Typen und Schlüssel werden von selbst gefunden.',
  },
})
const home = '/project/dynamicModels/dynamicModel'

/** The dynamic models of the project. */
export function DynamicModelsScreen() {
  const t = useTexts(texts)
  return (
    <ResourceList
      resource={dynamicModel}
      icon={IconFileSearch}
      subtitle={t.subtitle()}
      emptyText={t.empty()}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
    />
  )
}
