import { configValue } from '@weft/catalogue/resources/config-value/config-value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconVariable } from '@tabler/icons-react'

const texts = defineMessages({ about: { en: 'Values that workflows and mappings read by name, so that they stand in one place.', de: 'Werte, die Workflows und Mappings über ihren Namen lesen, damit sie an einer Stelle stehen.' } })
const home = '/project/settings/config'

export function ConfigValuesScreen() {
  const t = useTexts(texts)
  return <ResourceList resource={configValue} to={({ id }) => `${home}/${id}`} createTo={`${home}/create`} icon={IconVariable} subtitle={t.about()} />
}
