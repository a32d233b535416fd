import { configValue } from '@weft/catalogue/resources/config-value/config-value.ts'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const home = '/project/settings/config'

export const ConfigValueCreateScreen = () => <ResourceScreen resource={configValue} home={home} />
export const ConfigValueScreen = () => <ResourceScreen resource={configValue} home={home} param="configId" />
