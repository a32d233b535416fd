import { resources } from '@weft/catalogue/resources/all.ts'
import { resourceRoutes, type Verb } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { House } from '../house.ts'
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

/** Verbs that need more than a row: their route stands in the file of its subject. */
const byHand: Partial<Record<(typeof resources)[number]['path'], Verb[]>> = {
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
}

/** Everything below one of the two base paths: what the resources derive, then the routes written by hand. */
export const routes =
  (house: House, host: 'admin' | 'app'): FastifyPluginAsyncZod =>
  async (app) => {
    for (const resource of resources)
      await app.register(resourceRoutes(resource, house.db, { without: byHand[resource.path] ?? [] }))
    await app.register(accountLifeRoutes(house))
    await app.register(accountRoutes(house))
    await app.register(accountLogoRoutes(house))
    await app.register(accountSettingRoutes(house))
    await app.register(apiTokenRoutes(house))
    await app.register(auditLogRoutes(house))
    await app.register(authRoutes(house, host))
    await app.register(analysisRoutes(house))
    await app.register(announcementRoutes(house))
    await app.register(bulkActionRoutes(house))
    await app.register(databaseMoveRoutes(house))
    await app.register(clientStorageRoutes(house))
    await app.register(clientRoutes(house))
    await app.register(clientConnectionRoutes(house))
    await app.register(companyLogoRoutes(house))
    await app.register(companyRoutes(house))
    await app.register(configValueRoutes(house))
    await app.register(connectorRoutes(house))
    await app.register(contractRoutes(house))
    await app.register(databaseServerRoutes(house))
    await app.register(dataSetRoutes(house))
    await app.register(dataStructureRoutes(house))
    await app.register(dynamicModelRoutes(house))
    await app.register(extensionRoutes(house))
    await app.register(fileRoutes(house))
    await app.register(helpRoutes(house))
    await app.register(jobRoutes(house))
    await app.register(insightRoutes(house))
    await app.register(invoiceRoutes(house))
    await app.register(languageRoutes(house))
    await app.register(mailLogRoutes(house))
    await app.register(mailRecipientRoutes(house))
    await app.register(mailTemplateRoutes(house))
    await app.register(mailTransportRoutes(house))
    await app.register(mappingRoutes(house))
    await app.register(mediaRoutes(house))
    await app.register(campaignRoutes(house))
    await app.register(subscriberRoutes(house))
    await app.register(newsRoutes(house))
    await app.register(notificationRoutes(house))
    await app.register(overviewRoutes(house))
    await app.register(ownAccessRoutes(house))
    await app.register(partnerProfileRoutes(house))
    await app.register(partnerRoutes(house))
    await app.register(pictureRoutes(house))
    await app.register(pluginRoutes(house))
    await app.register(profileRoutes(house))
    await app.register(projectRoutes(house))
    await app.register(provisioningRoutes(house))
    await app.register(queueRoutes(house))
    await app.register(queryRoutes(house))
    await app.register(quickLinkRoutes(house))
    await app.register(recordRoutes(house))
    await app.register(reportingRoutes(house))
    await app.register(roleRoutes(house))
    await app.register(routeWhitelistRoutes(house))
    await app.register(retentionRunRoutes(house))
    await app.register(searchRoutes(house))
    await app.register(settingsRoutes(house))
    await app.register(storageServerRoutes(house))
    await app.register(structureLibraryRoutes(house))
    await app.register(supervisorRoutes(house))
    await app.register(supportAccessRoutes(house))
    await app.register(supportRoutes(house))
    await app.register(textTemplateRoutes(house))
    await app.register(usageRoutes(house))
    await app.register(userRoutes(house))
    await app.register(userAccessRoutes(house))
    await app.register(validatorRoutes(house))
    await app.register(workflowElementRoutes(house))
    await app.register(workflowRoutes(house))
    await app.register(workflowRunRoutes(house))
    await app.register(workflowTokenRoutes(house))
  }
