import { project } from '@weft/catalogue/resources/project/project.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconFolders } from '@tabler/icons-react'

const texts = defineMessages({
  about: {
    en: 'Each project holds workflows, data and insights of its own.',
    de: 'Jedes Projekt hat eigene Workflows, Daten und Auswertungen.',
  },
})
const home = '/project/settings/projects'

export function ProjectsScreen() {
  const t = useTexts(texts)
  return (
    <ResourceList
      resource={project}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      icon={IconFolders}
      subtitle={t.about()}
    />
  )
}
