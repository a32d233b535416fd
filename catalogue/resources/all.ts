import { configValue } from './config-value/config-value.ts'
import { dataSet } from './data-set/data-set.ts'
import { dataStructure } from './data-structure/data-structure.ts'
import { dynamicModel } from './dynamic-model/dynamic-model.ts'
import { insight } from './insight/insight.ts'
import { mailLog } from './mail-log/mail-log.ts'
import { mapping } from './mapping/mapping.ts'
import { note } from './note/note.ts'
import { partner } from './partner/partner.ts'
import { project } from './project/project.ts'
import { queue } from './queue/queue.ts'
import { textTemplate } from './text-template/text-template.ts'
import { user } from './user/user.ts'
import { workflow } from './workflow/workflow.ts'
import { workflowToken } from './workflow-token/workflow-token.ts'

/** Every entity that has a declaration, alphabetically. */
export const resources = [configValue, dataSet, dataStructure, dynamicModel, insight, mailLog, mapping, note, partner, project, queue, textTemplate, user, workflow, workflowToken] as const
