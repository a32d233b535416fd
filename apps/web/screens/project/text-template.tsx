import { textTemplate } from '@weft/catalogue/resources/text-template/text-template.ts'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const home = '/project/text-templates'

export const TextTemplateCreateScreen = () => <ResourceScreen resource={textTemplate} home={home} />
export const TextTemplateScreen = () => <ResourceScreen resource={textTemplate} home={home} param="id" />
