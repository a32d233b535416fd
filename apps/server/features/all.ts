import { resources } from '@weft/catalogue/resources/all.ts'
import { verbsByHand } from '@weft/contracts/resources.ts'
import { resourceRoutes } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '../context.ts'
import { accountLifeRoutes } from './account-life.ts'
import { analysisRoutes } from './analysis.ts'
import { accountRoutes } from './accounts.ts'
import { accountLogoRoutes } from './account-logos.ts'
import { accountSettingRoutes } from './account-settings.ts'
import { announcementRoutes } from './announcements.ts'
import { apiTokenRoutes } from './api-tokens.ts'
import { auditLogRoutes } from './audit-logs.ts'
import { authRoutes } from './auth.ts'
import { bulkActionRoutes } from './bulk-actions.ts'
import { clientConnectionRoutes } from './client-connections.ts'
import { clientStorageRoutes } from './client-storage.ts'
import { clientRoutes } from './clients.ts'
import { companyLogoRoutes } from './company-logo.ts'
import { companyRoutes } from './company.ts'
import { configValueRoutes } from './config-values.ts'
import { connectorRoutes } from './connectors.ts'
import { databaseServerRoutes } from './database-servers.ts'
import { contractRoutes } from './contracts.ts'
import { dataSetRoutes } from './data-sets.ts'
import { dataStructureRoutes } from './data-structures.ts'
import { dynamicModelRoutes } from './dynamic-models.ts'
import { extensionRoutes } from './extensions.ts'
import { fileRoutes } from './files.ts'
import { helpRoutes } from './help.ts'
import { jobRoutes } from './jobs.ts'
import { insightRoutes } from './insights.ts'
import { invoiceRoutes } from './invoices.ts'
import { languageRoutes } from './languages.ts'
import { mailLogRoutes } from './mail-logs.ts'
import { mailRecipientRoutes } from './mail-recipients.ts'
import { mailTemplateRoutes } from './mail-templates.ts'
import { mailTransportRoutes } from './mail-transport.ts'
import { mappingRoutes } from './mappings.ts'
import { mediaRoutes } from './media.ts'
import { campaignRoutes } from './newsletter-campaigns.ts'
import { subscriberRoutes } from './newsletter-subscribers.ts'
import { newsRoutes } from './news.ts'
import { notificationRoutes } from './notifications.ts'
import { ownAccessRoutes } from './own-access.ts'
import { overviewRoutes } from './overview.ts'
import { partnerProfileRoutes } from './partner-profile.ts'
import { partnerRoutes } from './partners.ts'
import { pictureRoutes } from './pictures.ts'
import { pluginRoutes } from './plugins.ts'
import { profileRoutes } from './profile.ts'
import { projectRoutes } from './projects.ts'
import { provisioningRoutes } from './provisioning-runs.ts'
import { queueRoutes } from './queues.ts'
import { queryRoutes } from './queries.ts'
import { quickLinkRoutes } from './quick-links.ts'
import { databaseMoveRoutes } from './database-moves.ts'
import { recordRoutes } from './records.ts'
import { reportingRoutes } from './reportings.ts'
import { roleRoutes } from './roles.ts'
import { routeWhitelistRoutes } from './route-whitelists.ts'
import { retentionRunRoutes } from './retention-runs.ts'
import { searchRoutes } from './search.ts'
import { serviceAccountRoutes } from './service-accounts.ts'
import { settingsRoutes } from './settings.ts'
import { supportAccessRoutes } from './support-accesses.ts'
import { storageServerRoutes } from './storage-servers.ts'
import { structureLibraryRoutes } from './structure-library.ts'
import { supervisorRoutes } from './supervisor.ts'
import { supportRoutes } from './support-requests.ts'
import { textTemplateRoutes } from './text-templates.ts'
import { usageRoutes } from './usage.ts'
import { userAccessRoutes } from './user-access.ts'
import { userRoutes } from './users.ts'
import { validatorRoutes } from './validators.ts'
import { workflowTokenRoutes } from './workflow-tokens.ts'
import { workflowRunRoutes } from './workflow-runs.ts'
import { workflowElementRoutes } from './workflow-elements.ts'
import { workflowRoutes } from './workflows.ts'

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
