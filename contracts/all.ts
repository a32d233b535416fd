import { accountLifeContract } from './account-life.ts'
import { accountLogoContract } from './account-logos.ts'
import { accountSettingContract } from './account-settings.ts'
import { accountContract } from './accounts.ts'
import { agentContract, agentDoorContract } from './agents.ts'
import { allowedHostContract } from './allowed-hosts.ts'
import { analysisContract } from './analysis.ts'
import { announcementContract } from './announcements.ts'
import { apiTokenContract } from './api-tokens.ts'
import { approvalContract } from './approvals.ts'
import { auditLogContract } from './audit-logs.ts'
import { authContract } from './auth.ts'
import { billingContractContract } from './billing-contracts.ts'
import { bulkActionContract } from './bulk-actions.ts'
import { jobComparisonContract } from './job-comparisons.ts'
import { jobUndoContract } from './job-undos.ts'
import { recordLineageContract } from './record-lineage.ts'
import { clientConnectionContract } from './client-connections.ts'
import { clientStorageContract } from './client-storage.ts'
import { clientContract } from './clients.ts'
import { companyContract } from './company.ts'
import { configValueContract } from './config-values.ts'
import { connectionSignInContract } from './connection-sign-in.ts'
import { connectionContract } from './connections.ts'
import { connectorContract } from './connectors.ts'
import { crossReferenceContract } from './cross-references.ts'
import { functionContract } from './functions.ts'
import { dataSetContract } from './data-sets.ts'
import { dataStructureContract } from './data-structures.ts'
import { databaseMoveContract } from './database-moves.ts'
import { databaseServerContract } from './database-servers.ts'
import { definitionContract } from './definitions.ts'
import { dynamicModelContract } from './dynamic-models.ts'
import { extensionContract } from './extensions.ts'
import { failureCauseContract } from './failure-causes.ts'
import { fileContract } from './files.ts'
import { helpContract } from './help.ts'
import { hookListeningContract } from './hook-listenings.ts'
import { hookContract } from './hooks.ts'
import { dashboardContract } from './dashboards.ts'
import { insightContract } from './insights.ts'
import { integrationContract } from './integrations.ts'
import { invoiceContract } from './invoices.ts'
import { debugDataContract } from './debug-data.ts'
import { jobContract } from './jobs.ts'
import { languageContract } from './languages.ts'
import { mailLogContract } from './mail-logs.ts'
import { mailRecipientContract } from './mail-recipients.ts'
import { mailTemplateContract, ownMailTemplateContract } from './mail-templates.ts'
import { mailTransportContract } from './mail-transport.ts'
import { mappingContract } from './mappings.ts'
import { mediaContract, openMediaContract } from './media.ts'
import { newsContract } from './news.ts'
import { newsletterCampaignContract } from './newsletter-campaigns.ts'
import { newsletterSubscriberContract, unsubscribeLinkContract } from './newsletter-subscribers.ts'
import { notificationContract } from './notifications.ts'
import { openContract } from './open.ts'
import { overviewContract } from './overview.ts'
import { ownAccessContract } from './own-access.ts'
import { partnerContract, partnerProfileContract } from './partners.ts'
import { pinnedPageContract } from './pinned-pages.ts'
import { pictureContract, openPictureContract } from './pictures.ts'
import { pluginContract } from './plugins.ts'
import { profileContract } from './profile.ts'
import { projectContract } from './projects.ts'
import { provisioningRunContract } from './provisioning-runs.ts'
import { queryContract } from './queries.ts'
import { queueContract } from './queues.ts'
import { quickLinkContract } from './quick-links.ts'
import { importContract } from './imports.ts'
import { recordContract } from './records.ts'
import { rejectionCauseContract } from './rejection-causes.ts'
import { reportingContract } from './reportings.ts'
import { resourceContracts } from './resources.ts'
import { retentionRunContract } from './retention-runs.ts'
import { roleContract } from './roles.ts'
import { routeWhitelistContract } from './route-whitelists.ts'
import { searchContract } from './search.ts'
import { serviceAccountContract } from './service-accounts.ts'
import { settingContract } from './settings.ts'
import { storageServerContract } from './storage-servers.ts'
import { structureLibraryContract } from './structure-library.ts'
import { supervisorContract } from './supervisor.ts'
import { supportAccessContract } from './support-accesses.ts'
import { supportRequestContract } from './support-requests.ts'
import { textTemplateContract } from './text-templates.ts'
import { usageContract } from './usage.ts'
import { userAccessContract } from './user-access.ts'
import { userContract } from './users.ts'
import { validatorContract } from './validators.ts'
import { draftContract } from './drafts.ts'
import { workflowElementContract } from './workflow-elements.ts'
import { workflowRunContract } from './workflow-runs.ts'
import { workflowTokenContract } from './workflow-tokens.ts'
import { workflowContract } from './workflows.ts'

/** Every call of the API. */
export const contracts = {
  ...resourceContracts,
  ...accountContract,
  ...accountLifeContract,
  ...accountLogoContract,
  ...accountSettingContract,
  ...agentContract,
  ...agentDoorContract,
  ...allowedHostContract,
  ...analysisContract,
  ...announcementContract,
  ...apiTokenContract,
  ...approvalContract,
  ...auditLogContract,
  ...authContract,
  ...billingContractContract,
  ...bulkActionContract,
  ...jobComparisonContract,
  ...jobUndoContract,
  ...recordLineageContract,
  ...clientConnectionContract,
  ...clientContract,
  ...clientStorageContract,
  ...companyContract,
  ...configValueContract,
  ...connectionContract,
  ...connectionSignInContract,
  ...connectorContract,
  ...crossReferenceContract,
  ...dataSetContract,
  ...functionContract,
  ...dataStructureContract,
  ...databaseMoveContract,
  ...databaseServerContract,
  ...definitionContract,
  ...dynamicModelContract,
  ...extensionContract,
  ...failureCauseContract,
  ...fileContract,
  ...helpContract,
  ...hookContract,
  ...hookListeningContract,
  ...dashboardContract,
  ...insightContract,
  ...integrationContract,
  ...invoiceContract,
  ...jobContract,
  ...debugDataContract,
  ...languageContract,
  ...mailLogContract,
  ...mailRecipientContract,
  ...mailTemplateContract,
  ...mailTransportContract,
  ...mappingContract,
  ...mediaContract,
  ...newsContract,
  ...newsletterCampaignContract,
  ...newsletterSubscriberContract,
  ...notificationContract,
  ...openContract,
  ...openMediaContract,
  ...openPictureContract,
  ...overviewContract,
  ...ownAccessContract,
  ...ownMailTemplateContract,
  ...partnerContract,
  ...partnerProfileContract,
  ...pictureContract,
  ...pluginContract,
  ...profileContract,
  ...projectContract,
  ...provisioningRunContract,
  ...queryContract,
  ...queueContract,
  ...pinnedPageContract,
  ...quickLinkContract,
  ...importContract,
  ...recordContract,
  ...rejectionCauseContract,
  ...reportingContract,
  ...retentionRunContract,
  ...roleContract,
  ...routeWhitelistContract,
  ...searchContract,
  ...serviceAccountContract,
  ...settingContract,
  ...storageServerContract,
  ...structureLibraryContract,
  ...supervisorContract,
  ...supportAccessContract,
  ...supportRequestContract,
  ...textTemplateContract,
  ...unsubscribeLinkContract,
  ...usageContract,
  ...userAccessContract,
  ...userContract,
  ...validatorContract,
  ...workflowContract,
  ...draftContract,
  ...workflowElementContract,
  ...workflowRunContract,
  ...workflowTokenContract,
}
