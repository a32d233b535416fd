import { configValue, type ConfigValue } from '@weft/catalogue/resources/config-value/config-value.ts'
import { usePathParam, useSearchParam } from '@weft/kit/ui/address.ts'
import { useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { ResourceScreen } from '../shared/resource-screen.tsx'
import { ClearSecret, ConvertToSecret, SecretSince } from '../shared/secret-value.tsx'

const home = '/project/settings/config'

/** The name may come with the address, from a text that names it. */
export function ConfigValueCreateScreen() {
  const name = useSearchParam('name')
  return <ResourceScreen resource={configValue} home={home} {...(name !== undefined && { initial: { name } })} />
}

export function ConfigValueScreen() {
  const may = useMay()
  const configId = usePathParam('configId')
  const entry = useEntry(`/config_values/${configId}`).data?.row
  return (
    <ResourceScreen
      resource={configValue}
      home={home}
      param="configId"
      actions={entry && <Actions entry={entry} mayChange={may('tokens.update')} />}
    />
  )
}

function Actions({ entry, mayChange }: { entry: ConfigValue; mayChange: boolean }) {
  if (entry.kind === 'text')
    return entry.looks_secret ? <ConvertToSecret path="/config_values" entry={entry} may={mayChange} /> : null
  return (
    <>
      <SecretSince at={entry.secret_at} />
      {mayChange && entry.secret_at && <ClearSecret path="/config_values" id={entry.id} />}
    </>
  )
}
