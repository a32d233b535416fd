import { Button } from '@mantine/core'
import { textTemplate } from '@weft/catalogue/resources/text-template/text-template.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconTemplate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const texts = defineMessages({ editor: { en: 'Open editor', de: 'Editor öffnen' } })
const home = '/project/text-templates'

export const TextTemplateCreateScreen = () => (
  <ResourceScreen resource={textTemplate} home={home} to={(id) => `${home}/${id}/editor`} />
)

export function TextTemplateScreen() {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const editor = (
    <Button component={Link} to={`${home}/${id}/editor`} variant="default" leftSection={<IconTemplate size={15} />}>
      {t.editor()}
    </Button>
  )
  return <ResourceScreen resource={textTemplate} home={home} param="id" actions={editor} />
}
