import { announcementContract } from './announcements.ts'
import { apiTokenContract } from './api-tokens.ts'
import { auditLogContract } from './audit-logs.ts'
import { authContract } from './auth.ts'
import { billingContractContract } from './billing-contracts.ts'
import { dataSetContract } from './data-sets.ts'
import { dataStructureContract } from './data-structures.ts'
import { helpContract } from './help.ts'
import { insightContract } from './insights.ts'
import { invoiceContract } from './invoices.ts'
import { mailLogContract } from './mail-logs.ts'
import { mailRecipientContract } from './mail-recipients.ts'
import { mailTemplateContract, ownMailTemplateContract } from './mail-templates.ts'
import { mailTransportContract } from './mail-transport.ts'
import { mappingContract } from './mappings.ts'
import { newsContract } from './news.ts'
import { newsletterCampaignContract } from './newsletter-campaigns.ts'
import { newsletterSubscriberContract, unsubscribeLinkContract } from './newsletter-subscribers.ts'
import { notificationContract } from './notifications.ts'
import { openContract } from './open.ts'
import { ownAccessContract } from './own-access.ts'
import { pictureContract, openPictureContract } from './pictures.ts'
import { profileContract } from './profile.ts'
import { queryContract } from './queries.ts'
import { quickLinkContract } from './quick-links.ts'
import { recordContract } from './records.ts'
import { reportingContract } from './reportings.ts'
import { resourceContracts } from './resources.ts'
import { roleContract } from './roles.ts'
import { routeWhitelistContract } from './route-whitelists.ts'
import { searchContract } from './search.ts'
import { settingContract } from './settings.ts'
import { structureLibraryContract } from './structure-library.ts'
import { supportAccessContract } from './support-accesses.ts'
import { supportRequestContract } from './support-requests.ts'
import { usageContract } from './usage.ts'
import { userAccessContract } from './user-access.ts'
import { userContract } from './users.ts'

/** Every call of the API. */
export const contracts = {
  ...resourceContracts,
  ...announcementContract,
  ...apiTokenContract,
  ...auditLogContract,
  ...authContract,
  ...billingContractContract,
  ...dataSetContract,
  ...dataStructureContract,
  ...helpContract,
  ...insightContract,
  ...invoiceContract,
  ...mailLogContract,
  ...mailRecipientContract,
  ...mailTemplateContract,
  ...mailTransportContract,
  ...mappingContract,
  ...newsContract,
  ...newsletterCampaignContract,
  ...newsletterSubscriberContract,
  ...notificationContract,
  ...openContract,
  ...openPictureContract,
  ...ownAccessContract,
  ...ownMailTemplateContract,
  ...pictureContract,
  ...profileContract,
  ...queryContract,
  ...quickLinkContract,
  ...recordContract,
  ...reportingContract,
  ...roleContract,
  ...routeWhitelistContract,
  ...searchContract,
  ...settingContract,
  ...structureLibraryContract,
  ...supportAccessContract,
  ...supportRequestContract,
  ...unsubscribeLinkContract,
  ...usageContract,
  ...userAccessContract,
  ...userContract,
}
