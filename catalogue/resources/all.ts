import { note } from './note/note.ts'
import { partner } from './partner/partner.ts'
import { project } from './project/project.ts'
import { user } from './user/user.ts'
import { workflow } from './workflow/workflow.ts'

/** Every entity that has a declaration, alphabetically. */
export const resources = [note, partner, project, user, workflow] as const
