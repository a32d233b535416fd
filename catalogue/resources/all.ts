import { configValue } from './config-value/config-value.ts'
import { dataStructure } from './data-structure/data-structure.ts'
import { dynamicModel } from './dynamic-model/dynamic-model.ts'
import { note } from './note/note.ts'
import { partner } from './partner/partner.ts'
import { project } from './project/project.ts'
import { queue } from './queue/queue.ts'
import { textTemplate } from './text-template/text-template.ts'
import { user } from './user/user.ts'
import { workflow } from './workflow/workflow.ts'

/** Every entity that has a declaration, alphabetically. */
export const resources = [configValue, dataStructure, dynamicModel, note, partner, project, queue, textTemplate, user, workflow] as const
