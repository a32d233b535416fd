import { configValue } from '@weft/catalogue/resources/config-value/config-value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconVariable } from '@tabler/icons-react'
import { ConvertToSecret, SecretSince, type ConfigValue } from './config-secret.tsx'

const texts = defineMessages({
  about: {
    en: 'Values that workflows and mappings read by name, so that they stand in one place. What nobody may read, such as an API key, is kept as a secret.',
    de: 'Werte, die Workflows und Mappings über ihren Namen lesen, damit sie an einer Stelle stehen. Was niemand lesen darf, etwa ein API-Schlüssel, wird als Geheimnis aufbewahrt.',
  },
})
const home = '/project/settings/config'

const cells = {
  value: (row: ConfigValue) => (row.kind === 'secret' ? <SecretSince at={row.secret_at} /> : row.looks_secret ? <ConvertToSecret entry={row} /> : row.value || <span className="muted">–</span>),
}

export function ConfigValuesScreen() {
  const t = useTexts(texts)
  return <ResourceList resource={configValue} to={({ id }) => `${home}/${id}`} createTo={`${home}/create`} icon={IconVariable} subtitle={t.about()} cells={cells as never} />
}
