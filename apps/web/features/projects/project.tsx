import { project } from '@weft/catalogue/resources/project/project.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { ResourceForm, useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useMay, useSession, type SelectedProject } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { chooseProject, leanProject, settleProject } from '../../shell/selection.ts'
import { ProfilePicture } from '../shared/profile-picture.tsx'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const texts = defineMessages({
  title: { en: 'Basic settings', de: 'Grundeinstellungen' },
  about: {
    en: 'What this project is called, what it is about and how long it lasts.',
    de: 'Wie dieses Projekt heißt, worum es darin geht und wie lange es dauert.',
  },
})

const home = '/project/settings/projects'

/** The header shows a new name at once. */
const changed = () => void settleProject()

/** A new project is the one to work in. */
const opened = (entry?: object) => {
  if (entry) void chooseProject(leanProject(entry as SelectedProject))
}

export const ProjectCreateScreen = () => (
  <ResourceScreen resource={project} home={home} to={() => '/project/welcome'} onSaved={opened} />
)
export function ProjectScreen() {
  const id = usePathParam('projectId')
  return <ResourceScreen resource={project} home={home} param="projectId" aside={useImage(id)} onSaved={changed} />
}

/** Its image, for whoever may change the project. */
function useImage(id: string) {
  const may = useMay()
  const path = `/projects/${id}` as const
  const { data } = useEntry(path)
  return data && may('projects.update') ? (
    <ProfilePicture path={path} of="image" picture={data.row.image} onChanged={() => refresh(path)} />
  ) : undefined
}

/** The form of the project one works in. */
export function ProjectBasicScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const { id } = useSession((value) => value.project)!
  const image = useImage(id)
  return (
    <Page title={t.title()} subtitle={t.about()} bleed>
      <ResourceForm
        key={id}
        resource={project}
        id={id}
        readOnly={!may('projects.update')}
        aside={image}
        onSaved={changed}
      />
    </Page>
  )
}
