import { resources } from '@weft/catalogue/resources/all.ts'
import { verbsByHand } from '@weft/contracts/resources.ts'
import { resourceRoutes } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '../context.ts'
import { accountLifeRoutes } from './accounts/life-routes.ts'
import { agentRoutes } from './agents/routes.ts'
import { analysisRoutes } from './analysis/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { accountLogoRoutes } from './accounts/logo-routes.ts'
import { workspaceDomainRoutes } from './accounts/domain-routes.ts'
import { accountSettingRoutes } from './accounts/settings-routes.ts'
import { accountVariableRoutes } from './accounts/variable-routes.ts'
import { allowedHostRoutes } from './allowed-hosts/routes.ts'
import { announcementRoutes } from './announcements/routes.ts'
import { apiTokenRoutes } from './accounts/token-routes.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { auditLogRoutes } from './audit-logs/routes.ts'
import { authRoutes } from '../auth/routes.ts'
import { bulkActionRoutes } from './jobs/bulk-action-routes.ts'
import { jobComparisonRoutes } from './jobs/comparison-routes.ts'
import { jobUndoRoutes } from './jobs/undo-routes.ts'
import { recordLineageRoutes } from './records/lineage-routes.ts'
import { clientConnectionRoutes } from './tenants/connection-routes.ts'
import { clientStorageRoutes } from './storages/routes.ts'
import { clientRoutes } from './tenants/routes.ts'
import { companyLogoRoutes } from './company/logo-routes.ts'
import { communicationRoutes } from './communication/routes.ts'
import { companyRoutes } from './company/routes.ts'
import { configValueRoutes } from './config-values/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { connectionSignInRoutes } from './connections/sign-in.ts'
import { connectorRoutes } from './connectors/routes.ts'
import { databaseServerRoutes } from './databases/server-routes.ts'
import { contractRoutes } from './billing/contract-routes.ts'
import { crossReferenceRoutes } from './cross-references/routes.ts'
import { functionRoutes } from './functions/routes.ts'
import { dataLakeRoutes } from './data-lake/routes.ts'
import { dataSetRoutes } from './data-sets/routes.ts'
import { structureRevisionRoutes } from './data-structures/revision-routes.ts'
import { dataStructureRoutes } from './data-structures/routes.ts'
import { structureStateRoutes } from './data-structures/state-routes.ts'
import { definitionRoutes } from './definitions/routes.ts'
import { dynamicModelRoutes } from './dynamic-models/routes.ts'
import { extensionRoutes } from './extensions/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { helpRoutes } from './help/routes.ts'
import { hookListeningRoutes } from './hooks/listening-routes.ts'
import { debugDataRoutes } from './jobs/debug-data-routes.ts'
import { recordErrorRoutes } from './jobs/record-error-routes.ts'
import { failureActionRoutes } from './failure-causes/action-routes.ts'
import { failureCauseRoutes } from './failure-causes/routes.ts'
import { correctionRoutes } from './rejection-causes/correction-routes.ts'
import { rejectionMendRoutes } from './rejection-causes/mend-routes.ts'
import { rejectionCauseRoutes } from './rejection-causes/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { insightRoutes } from './insights/routes.ts'
import { integrationDifferenceRoutes } from './integrations/difference-routes.ts'
import { integrationDraftRoutes } from './integrations/draft-routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { invoiceRoutes } from './billing/invoice-routes.ts'
import { languageRoutes } from './languages/routes.ts'
import { mailLogRoutes } from './mail/log-routes.ts'
import { mailRecipientRoutes } from './mail/recipient-routes.ts'
import { mailTemplateRoutes } from './mail/template-routes.ts'
import { mailTransportRoutes } from './mail/transport-routes.ts'
import { mappingRoutes } from './mappings/routes.ts'
import { mappingTransformerRoutes } from './mappings/transformer-routes.ts'
import { mappingTrialRoutes } from './mappings/trial-routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { campaignDeliveryRoutes } from './newsletter/campaign-delivery-routes.ts'
import { campaignRoutes } from './newsletter/campaign-routes.ts'
import { campaignTrialRoutes } from './newsletter/campaign-trial-routes.ts'
import { subscriberRoutes } from './newsletter/subscriber-routes.ts'
import { newsRoutes } from './news/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { ownAccessRoutes } from './profile/access-routes.ts'
import { ownAuthenticatorRoutes } from './profile/authenticator-routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { partnerProfileRoutes } from './partners/profile-routes.ts'
import { partnerRoutes } from './partners/routes.ts'
import { pictureRoutes } from './media/picture-routes.ts'
import { pluginDeliveryRoutes } from './plugins/delivery-routes.ts'
import { projectPluginRoutes } from './plugins/project-routes.ts'
import { pluginRoutes } from './plugins/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { projectUsageRoutes } from './project-usage/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { provisioningRoutes } from './tenants/provisioning-routes.ts'
import { queueRoutes } from './queues/routes.ts'
import { queryRoutes } from './queries/routes.ts'
import { guidedStepRoutes } from './guided-steps/routes.ts'
import { pinnedPageRoutes } from './pinned-pages/routes.ts'
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
import { elementLimitRoutes } from './elements/limit-routes.ts'
import { workflowElementRoutes } from './elements/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { workflowRevisionRoutes } from './workflows/revision-routes.ts'
import { workflowLogoRoutes } from './workflows/logo-routes.ts'
import { workflowRoutes } from './workflows/routes.ts'
import { workflowTextRoutes } from './workflows/text-routes.ts'

const features = [
  accountLifeRoutes,
  accountLogoRoutes,
  accountRoutes,
  accountSettingRoutes,
  accountVariableRoutes,
  agentRoutes,
  allowedHostRoutes,
  analysisRoutes,
  announcementRoutes,
  apiTokenRoutes,
  approvalRoutes,
  auditLogRoutes,
  authRoutes,
  bulkActionRoutes,
  jobComparisonRoutes,
  jobUndoRoutes,
  recordLineageRoutes,
  campaignDeliveryRoutes,
  campaignRoutes,
  campaignTrialRoutes,
  clientConnectionRoutes,
  clientRoutes,
  clientStorageRoutes,
  companyLogoRoutes,
  communicationRoutes,
  companyRoutes,
  configValueRoutes,
  connectionRoutes,
  connectionSignInRoutes,
  connectorRoutes,
  contractRoutes,
  crossReferenceRoutes,
  dataLakeRoutes,
  dataSetRoutes,
  dataStructureRoutes,
  databaseMoveRoutes,
  databaseServerRoutes,
  definitionRoutes,
  dynamicModelRoutes,
  elementLimitRoutes,
  extensionRoutes,
  fileRoutes,
  functionRoutes,
  helpRoutes,
  hookListeningRoutes,
  dashboardRoutes,
  insightRoutes,
  integrationDifferenceRoutes,
  integrationDraftRoutes,
  integrationRoutes,
  invoiceRoutes,
  jobRoutes,
  debugDataRoutes,
  languageRoutes,
  mailLogRoutes,
  mailRecipientRoutes,
  mailTemplateRoutes,
  mailTransportRoutes,
  mappingRoutes,
  mappingTransformerRoutes,
  mappingTrialRoutes,
  mediaRoutes,
  newsRoutes,
  notificationRoutes,
  overviewRoutes,
  ownAccessRoutes,
  ownAuthenticatorRoutes,
  partnerProfileRoutes,
  partnerRoutes,
  pictureRoutes,
  pluginDeliveryRoutes,
  pluginRoutes,
  profileRoutes,
  projectPluginRoutes,
  projectRoutes,
  projectUsageRoutes,
  provisioningRoutes,
  queryRoutes,
  queueRoutes,
  guidedStepRoutes,
  pinnedPageRoutes,
  quickLinkRoutes,
  recordErrorRoutes,
  failureActionRoutes,
  failureCauseRoutes,
  rejectionCauseRoutes,
  correctionRoutes,
  rejectionMendRoutes,
  importRoutes,
  recordRoutes,
  reportingRoutes,
  retentionRunRoutes,
  roleRoutes,
  routeWhitelistRoutes,
  searchRoutes,
  serviceAccountRoutes,
  settingsRoutes,
  storageServerRoutes,
  structureLibraryRoutes,
  structureRevisionRoutes,
  structureStateRoutes,
  subscriberRoutes,
  supervisorRoutes,
  supportAccessRoutes,
  supportRoutes,
  textTemplateRoutes,
  usageRoutes,
  userAccessRoutes,
  userRoutes,
  validatorRoutes,
  workflowElementRoutes,
  draftRoutes,
  workflowRevisionRoutes,
  workflowLogoRoutes,
  workflowRoutes,
  workflowRunRoutes,
  workflowTextRoutes,
  workflowTokenRoutes,
  workspaceDomainRoutes,
]

/** Everything below one of the two base paths: what the resources derive, then the routes written by hand. */
export const routes =
  (context: AppContext, host: 'admin' | 'app'): FastifyPluginAsyncZod =>
  async (app) => {
    for (const resource of resources)
      await app.register(named(resourceRoutes(resource, context.db, { without: verbsByHand(resource.path) })))
    for (const feature of features) await app.register(named(feature(context, host)))
  }

/** Of a plugin without this name fastify looks through all modules for one, which took 0.2 s of a processor at each start. */
const named = <P extends object>(plugin: P): P =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: 'routes' })
