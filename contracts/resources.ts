import { announcement } from '@weft/catalogue/resources/announcement/announcement.ts'
import { certificate } from '@weft/catalogue/resources/certificate/certificate.ts'
import { configValue } from '@weft/catalogue/resources/config-value/config-value.ts'
import { contactPerson } from '@weft/catalogue/resources/contact-person/contact-person.ts'
import { country } from '@weft/catalogue/resources/country/country.ts'
import { dataSet } from '@weft/catalogue/resources/data-set/data-set.ts'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import { insight } from '@weft/catalogue/resources/insight/insight.ts'
import { lead } from '@weft/catalogue/resources/lead/lead.ts'
import { mailLog } from '@weft/catalogue/resources/mail-log/mail-log.ts'
import { mailRecipient } from '@weft/catalogue/resources/mail-recipient/mail-recipient.ts'
import { mapping } from '@weft/catalogue/resources/mapping/mapping.ts'
import { media } from '@weft/catalogue/resources/media/media.ts'
import { news } from '@weft/catalogue/resources/news/news.ts'
import { note } from '@weft/catalogue/resources/note/note.ts'
import { partner } from '@weft/catalogue/resources/partner/partner.ts'
import { partnerOffering } from '@weft/catalogue/resources/partner-offering/partner-offering.ts'
import { partnerReference } from '@weft/catalogue/resources/partner-reference/partner-reference.ts'
import { plan } from '@weft/catalogue/resources/plan/plan.ts'
import { project } from '@weft/catalogue/resources/project/project.ts'
import { query } from '@weft/catalogue/resources/query/query.ts'
import { queue } from '@weft/catalogue/resources/queue/queue.ts'
import { role } from '@weft/catalogue/resources/role/role.ts'
import { routeWhitelist } from '@weft/catalogue/resources/route-whitelist/route-whitelist.ts'
import { textTemplate } from '@weft/catalogue/resources/text-template/text-template.ts'
import { user } from '@weft/catalogue/resources/user/user.ts'
import { variable } from '@weft/catalogue/resources/variable/variable.ts'
import { workflow } from '@weft/catalogue/resources/workflow/workflow.ts'
import { workflowToken } from '@weft/catalogue/resources/workflow-token/workflow-token.ts'
import { resourceContract, type Verb } from '@weft/kit/contracts/resource.ts'

/** Verbs that need more than a row: their calls stand in the contract of their subject. */
export const byHand = {
  announcements: ['create', 'update', 'delete'],
  config_values: ['list', 'get', 'create', 'update'],
  data_sets: ['create', 'update', 'delete'],
  data_structures: ['list', 'get', 'create', 'update', 'delete'],
  dynamic_models: ['create', 'update'],
  insights: ['create', 'update'],
  mappings: ['get', 'create', 'update', 'delete'],
  mail_logs: ['list', 'get', 'create', 'update', 'delete'],
  mail_recipients: ['create', 'update'],
  media: ['create', 'update', 'delete'],
  partners: ['list', 'get', 'create', 'update', 'delete'],
  projects: ['create', 'update', 'delete'],
  queries: ['list', 'get', 'create', 'update', 'delete'],
  queues: ['create', 'update'],
  roles: ['list', 'get', 'create', 'update', 'delete'],
  route_whitelists: ['list', 'get', 'create', 'update', 'delete'],
  users: ['list', 'get', 'create', 'update', 'delete'],
  variables: ['list', 'get', 'create', 'update', 'delete'],
  workflow_tokens: ['create', 'update'],
  workflows: ['list', 'get', 'create', 'update', 'delete'],
} as const satisfies Record<string, readonly Verb[]>

/** What every resource has and needs no handler of its own for. */
export const resourceContracts = {
  ...resourceContract(announcement, byHand.announcements),
  ...resourceContract(certificate),
  ...resourceContract(configValue, byHand.config_values),
  ...resourceContract(contactPerson),
  ...resourceContract(country),
  ...resourceContract(dataSet, byHand.data_sets),
  ...resourceContract(dataStructure, byHand.data_structures),
  ...resourceContract(dynamicModel, byHand.dynamic_models),
  ...resourceContract(insight, byHand.insights),
  ...resourceContract(lead),
  ...resourceContract(mailLog, byHand.mail_logs),
  ...resourceContract(mailRecipient, byHand.mail_recipients),
  ...resourceContract(mapping, byHand.mappings),
  ...resourceContract(media, byHand.media),
  ...resourceContract(news),
  ...resourceContract(note),
  ...resourceContract(partner, byHand.partners),
  ...resourceContract(partnerOffering),
  ...resourceContract(partnerReference),
  ...resourceContract(plan),
  ...resourceContract(project, byHand.projects),
  ...resourceContract(query, byHand.queries),
  ...resourceContract(queue, byHand.queues),
  ...resourceContract(role, byHand.roles),
  ...resourceContract(routeWhitelist, byHand.route_whitelists),
  ...resourceContract(textTemplate),
  ...resourceContract(user, byHand.users),
  ...resourceContract(variable, byHand.variables),
  ...resourceContract(workflow, byHand.workflows),
  ...resourceContract(workflowToken, byHand.workflow_tokens),
}
