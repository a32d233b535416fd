import { resources } from '@weft/catalogue/resources/all.ts'
import { verbsByHand } from '@weft/contracts/resources.ts'
import { resourceRoutes } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '../context.ts'
import { accountLifeRoutes } from './accounts/life-routes.ts'
import { analysisRoutes } from './analysis/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { accountLogoRoutes } from './accounts/logo-routes.ts'
import { accountSettingRoutes } from './accounts/settings-routes.ts'
import { announcementRoutes } from './announcements/routes.ts'
import { apiTokenRoutes } from './accounts/token-routes.ts'
import { auditLogRoutes } from './audit-logs/routes.ts'
import { authRoutes } from '../auth/routes.ts'
import { bulkActionRoutes } from './jobs/bulk-action-routes.ts'
import { clientConnectionRoutes } from './tenants/connection-routes.ts'
import { clientStorageRoutes } from './storages/routes.ts'
import { clientRoutes } from './tenants/routes.ts'
import { companyLogoRoutes } from './company/logo-routes.ts'
import { companyRoutes } from './company/routes.ts'
import { configValueRoutes } from './config-values/routes.ts'
import { connectorRoutes } from './connectors/routes.ts'
import { databaseServerRoutes } from './databases/server-routes.ts'
import { contractRoutes } from './billing/contract-routes.ts'
import { dataSetRoutes } from './data-sets/routes.ts'
import { dataStructureRoutes } from './data-structures/routes.ts'
import { dynamicModelRoutes } from './dynamic-models/routes.ts'
import { extensionRoutes } from './extensions/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { helpRoutes } from './help/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { insightRoutes } from './insights/routes.ts'
import { invoiceRoutes } from './billing/invoice-routes.ts'
import { languageRoutes } from './languages/routes.ts'
import { mailLogRoutes } from './mail/log-routes.ts'
import { mailRecipientRoutes } from './mail/recipient-routes.ts'
import { mailTemplateRoutes } from './mail/template-routes.ts'
import { mailTransportRoutes } from './mail/transport-routes.ts'
import { mappingRoutes } from './mappings/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { campaignRoutes } from './newsletter/campaign-routes.ts'
import { subscriberRoutes } from './newsletter/subscriber-routes.ts'
import { newsRoutes } from './news/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { ownAccessRoutes } from './profile/access-routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { partnerProfileRoutes } from './partners/profile-routes.ts'
import { partnerRoutes } from './partners/routes.ts'
import { pictureRoutes } from './media/picture-routes.ts'
import { pluginRoutes } from './plugins/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { provisioningRoutes } from './tenants/provisioning-routes.ts'
import { queueRoutes } from './queues/routes.ts'
import { queryRoutes } from './queries/routes.ts'
import { quickLinkRoutes } from './quick-links/routes.ts'
import { databaseMoveRoutes } from './databases/move-routes.ts'
import { recordRoutes } from './records/routes.ts'
import { reportingRoutes } from './reportings/routes.ts'
import { roleRoutes } from './roles/routes.ts'
import { routeWhitelistRoutes } from './route-whitelists/routes.ts'
import { retentionRunRoutes } from './retention/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { serviceAccountRoutes } from './service-accounts/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { supportAccessRoutes } from './support-accesses/routes.ts'
import { storageServerRoutes } from './storages/server-routes.ts'
import { structureLibraryRoutes } from './data-structures/library-routes.ts'
import { supervisorRoutes } from './supervisor/routes.ts'
import { supportRoutes } from './help/support-request-routes.ts'
import { textTemplateRoutes } from './text-templates/routes.ts'
import { usageRoutes } from './billing/usage-routes.ts'
import { userAccessRoutes } from './users/access-routes.ts'
import { userRoutes } from './users/routes.ts'
import { validatorRoutes } from './validators/routes.ts'
import { workflowTokenRoutes } from './workflow-tokens/routes.ts'
import { workflowRunRoutes } from './workflows/run-routes.ts'
import { workflowElementRoutes } from './elements/routes.ts'
import { workflowRoutes } from './workflows/routes.ts'

/** Everything below one of the two base paths: what the resources derive, then the routes written by hand. */
export const routes =
  (context: AppContext, host: 'admin' | 'app'): FastifyPluginAsyncZod =>
  async (app) => {
    for (const resource of resources)
      await app.register(resourceRoutes(resource, context.db, { without: verbsByHand(resource.path) }))
    await app.register(accountLifeRoutes(context))
    await app.register(accountRoutes(context))
    await app.register(accountLogoRoutes(context))
    await app.register(accountSettingRoutes(context))
    await app.register(apiTokenRoutes(context))
    await app.register(auditLogRoutes(context))
    await app.register(authRoutes(context, host))
    await app.register(analysisRoutes(context))
    await app.register(announcementRoutes(context))
    await app.register(bulkActionRoutes(context))
    await app.register(databaseMoveRoutes(context))
    await app.register(clientStorageRoutes(context))
    await app.register(clientRoutes(context))
    await app.register(clientConnectionRoutes(context))
    await app.register(companyLogoRoutes(context))
    await app.register(companyRoutes(context))
    await app.register(configValueRoutes(context))
    await app.register(connectorRoutes(context))
    await app.register(contractRoutes(context))
    await app.register(databaseServerRoutes(context))
    await app.register(dataSetRoutes(context))
    await app.register(dataStructureRoutes(context))
    await app.register(dynamicModelRoutes(context))
    await app.register(extensionRoutes(context))
    await app.register(fileRoutes(context))
    await app.register(helpRoutes(context))
    await app.register(jobRoutes(context))
    await app.register(insightRoutes(context))
    await app.register(invoiceRoutes(context))
    await app.register(languageRoutes(context))
    await app.register(mailLogRoutes(context))
    await app.register(mailRecipientRoutes(context))
    await app.register(mailTemplateRoutes(context))
    await app.register(mailTransportRoutes(context))
    await app.register(mappingRoutes(context))
    await app.register(mediaRoutes(context))
    await app.register(campaignRoutes(context))
    await app.register(subscriberRoutes(context))
    await app.register(newsRoutes(context))
    await app.register(notificationRoutes(context))
    await app.register(overviewRoutes(context))
    await app.register(ownAccessRoutes(context))
    await app.register(partnerProfileRoutes(context))
    await app.register(partnerRoutes(context))
    await app.register(pictureRoutes(context))
    await app.register(pluginRoutes(context))
    await app.register(profileRoutes(context))
    await app.register(projectRoutes(context))
    await app.register(provisioningRoutes(context))
    await app.register(queueRoutes(context))
    await app.register(queryRoutes(context))
    await app.register(quickLinkRoutes(context))
    await app.register(recordRoutes(context))
    await app.register(reportingRoutes(context))
    await app.register(roleRoutes(context))
    await app.register(routeWhitelistRoutes(context))
    await app.register(retentionRunRoutes(context))
    await app.register(searchRoutes(context))
    await app.register(serviceAccountRoutes(context))
    await app.register(settingsRoutes(context))
    await app.register(storageServerRoutes(context))
    await app.register(structureLibraryRoutes(context))
    await app.register(supervisorRoutes(context))
    await app.register(supportAccessRoutes(context))
    await app.register(supportRoutes(context))
    await app.register(textTemplateRoutes(context))
    await app.register(usageRoutes(context))
    await app.register(userRoutes(context))
    await app.register(userAccessRoutes(context))
    await app.register(validatorRoutes(context))
    await app.register(workflowElementRoutes(context))
    await app.register(workflowRoutes(context))
    await app.register(workflowRunRoutes(context))
    await app.register(workflowTokenRoutes(context))
  }
