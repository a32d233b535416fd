import { textTemplate } from '@weft/catalogue/resources/text-template/text-template.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconTemplate } from '@tabler/icons-react'

const texts = defineMessages({
  about: {
    en: 'Texts with fields in them, for mails and files.',
    de: 'Texte mit Feldern darin, für E-Mails und Dateien.',
  },
})
const home = '/project/text-templates'

export function TextTemplatesScreen() {
  const t = useTexts(texts)
  return (
    <ResourceList
      resource={textTemplate}
      to={({ id }) => `${home}/${id}/details`}
      createTo={`${home}/create`}
      icon={IconTemplate}
      subtitle={t.about()}
    />
  )
}
