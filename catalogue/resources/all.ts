import { announcement } from './announcement/announcement.ts'
import { certificate } from './certificate/certificate.ts'
import { configValue } from './config-value/config-value.ts'
import { connection } from './connection/connection.ts'
import { contactPerson } from './contact-person/contact-person.ts'
import { country } from './country/country.ts'
import { crossReference } from './cross-reference/cross-reference.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { dataSet } from './data-set/data-set.ts'
import { dataStructure } from './data-structure/data-structure.ts'
import { dynamicModel } from './dynamic-model/dynamic-model.ts'
import { insight } from './insight/insight.ts'
import { lead } from './lead/lead.ts'
import { mailLog } from './mail-log/mail-log.ts'
import { mailRecipient } from './mail-recipient/mail-recipient.ts'
import { mapping } from './mapping/mapping.ts'
import { mappingFunction } from './mapping-function/mapping-function.ts'
import { media } from './media/media.ts'
import { news } from './news/news.ts'
import { note } from './note/note.ts'
import { partner } from './partner/partner.ts'
import { partnerOffering } from './partner-offering/partner-offering.ts'
import { partnerReference } from './partner-reference/partner-reference.ts'
import { plan } from './plan/plan.ts'
import { project } from './project/project.ts'
import { query } from './query/query.ts'
import { queue } from './queue/queue.ts'
import { role } from './role/role.ts'
import { routeWhitelist } from './route-whitelist/route-whitelist.ts'
import { serviceAccount } from './service-account/service-account.ts'
import { textTemplate } from './text-template/text-template.ts'
import { user } from './user/user.ts'
import { variable } from './variable/variable.ts'
import { workflow } from './workflow/workflow.ts'
import { workflowToken } from './workflow-token/workflow-token.ts'

/** Every entity that has a declaration, alphabetically. */
export const resources = [
  announcement,
  certificate,
  configValue,
  connection,
  contactPerson,
  country,
  crossReference,
  dashboard,
  dataSet,
  dataStructure,
  dynamicModel,
  insight,
  lead,
  mailLog,
  mailRecipient,
  mapping,
  mappingFunction,
  media,
  news,
  note,
  partner,
  partnerOffering,
  partnerReference,
  plan,
  project,
  query,
  queue,
  role,
  routeWhitelist,
  serviceAccount,
  textTemplate,
  user,
  variable,
  workflow,
  workflowToken,
] as const
