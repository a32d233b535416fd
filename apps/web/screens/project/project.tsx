import { project } from '@weft/catalogue/resources/project/project.ts'
import { loadProjects } from '../../shell/selection.ts'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const home = '/project/settings/projects'

/** The selector in the header knows of a change at once. */
const changed = () => void loadProjects()

export const ProjectCreateScreen = () => <ResourceScreen resource={project} home={home} onSaved={changed} />
export const ProjectScreen = () => <ResourceScreen resource={project} home={home} param="projectId" onSaved={changed} />
