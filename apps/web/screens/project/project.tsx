import type { SelectedProject } from '@weft/kit/ui/session.ts'
import { project } from '@weft/catalogue/resources/project/project.ts'
import { chooseProject, leanProject, loadProjects } from '../../shell/selection.ts'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const home = '/project/settings/projects'

/** The selector in the header knows of a change at once. */
const changed = () => void loadProjects()

/** A new project is the one to work in. */
const opened = (entry?: object) => {
  if (entry) chooseProject(leanProject(entry as SelectedProject))
  changed()
}

export const ProjectCreateScreen = () => <ResourceScreen resource={project} home={home} to={() => '/project/welcome'} onSaved={opened} />
export const ProjectScreen = () => <ResourceScreen resource={project} home={home} param="projectId" onSaved={changed} />
