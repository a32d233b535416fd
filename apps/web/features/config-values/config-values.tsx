import { configValue, type ConfigValue } from '@weft/catalogue/resources/config-value/config-value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconVariable } from '@tabler/icons-react'
import { ConvertToSecret, SecretSince } from '../shared/secret-value.tsx'

const texts = defineMessages({
  about: {
    en: 'Values that workflows and mappings read by name, so that they stand in one place. What nobody may read, such as an API key, is kept as a secret.',
    de: 'Werte, die Workflows und Mappings über ihren Namen lesen, damit sie an einer Stelle stehen. Was niemand lesen darf, etwa ein API-Schlüssel, wird als Geheimnis aufbewahrt.',
  },
})
const home = '/project/settings/config'

export function ConfigValuesScreen() {
  const t = useTexts(texts)
  const mayChange = useMay()('tokens.update')
  const cells = {
    value: (row: ConfigValue) => {
      if (row.kind === 'secret') return <SecretSince at={row.secret_at} />
      if (row.looks_secret) return <ConvertToSecret path="/config_values" entry={row} may={mayChange} />
      return row.value || <span className="muted">–</span>
    },
  }
  return (
    <ResourceList
      resource={configValue}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      icon={IconVariable}
      subtitle={t.about()}
      cells={cells as never}
    />
  )
}
