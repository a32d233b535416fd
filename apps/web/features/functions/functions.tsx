import { IconFunction } from '@tabler/icons-react'
import { mappingFunction } from '@weft/catalogue/resources/mapping-function/mapping-function.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { functionsHome as home, signatureOf } from './place.ts'

const texts = defineMessages({
  about: {
    en: 'What several mappings compute alike, once for all of them: a formula or a chain of transformers, with its tests.',
    de: 'Was mehrere Mappings gleich rechnen, ein für alle Mal: eine Formel oder eine Kette von Umwandlungen, mit ihren Tests.',
  },
  project: { en: 'This project', de: 'Dieses Projekt' },
  tenant: { en: 'All projects', de: 'Alle Projekte' },
  empty: {
    en: 'A function is used in mappings like any transformer, and in formulas by its name.',
    de: 'Eine Funktion wird in Mappings wie jede Umwandlung verwendet und in Formeln mit ihrem Namen.',
  },
})

/** The functions mappings of the project can use: its own and those of all projects. */
export function FunctionsScreen() {
  const t = useTexts(texts)
  return (
    <ResourceList
      resource={mappingFunction}
      icon={IconFunction}
      subtitle={t.about()}
      emptyText={t.empty()}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      cells={{
        name: (row) => <code className="mono">{signatureOf(row as never)}</code>,
        project_id: (row) => (row['project_id'] ? t.project() : t.tenant()),
      }}
    />
  )
}
