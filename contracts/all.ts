import { announcementContract } from './announcements.ts'
import { apiTokenContract } from './api-tokens.ts'
import { auditLogContract } from './audit-logs.ts'
import { authContract } from './auth.ts'
import { helpContract } from './help.ts'
import { billingContractContract } from './billing-contracts.ts'
import { invoiceContract } from './invoices.ts'
import { usageContract } from './usage.ts'
import { newsletterCampaignContract } from './newsletter-campaigns.ts'
import { newsletterSubscriberContract, unsubscribeLinkContract } from './newsletter-subscribers.ts'
import { mailTemplateContract, ownMailTemplateContract } from './mail-templates.ts'
import { mailTransportContract } from './mail-transport.ts'
import { mailLogContract } from './mail-logs.ts'
import { mailRecipientContract } from './mail-recipients.ts'
import { newsContract } from './news.ts'
import { notificationContract } from './notifications.ts'
import { openContract } from './open.ts'
import { ownAccessContract } from './own-access.ts'
import { openPictureContract, pictureContract } from './pictures.ts'
import { profileContract } from './profile.ts'
import { quickLinkContract } from './quick-links.ts'
import { reportingContract } from './reportings.ts'
import { resourceContracts } from './resources.ts'
import { roleContract } from './roles.ts'
import { routeWhitelistContract } from './route-whitelists.ts'
import { searchContract } from './search.ts'
import { settingContract } from './settings.ts'
import { supportAccessContract } from './support-accesses.ts'
import { supportRequestContract } from './support-requests.ts'
import { userAccessContract } from './user-access.ts'
import { userContract } from './users.ts'

/** Every call of the API. */
export const contracts = {
  ...resourceContracts,
  ...announcementContract,
  ...apiTokenContract,
  ...auditLogContract,
  ...authContract,
  ...helpContract,
  ...billingContractContract,
  ...invoiceContract,
  ...usageContract,
  ...newsletterCampaignContract,
  ...newsletterSubscriberContract,
  ...unsubscribeLinkContract,
  ...mailTemplateContract,
  ...ownMailTemplateContract,
  ...mailTransportContract,
  ...mailLogContract,
  ...mailRecipientContract,
  ...newsContract,
  ...notificationContract,
  ...openContract,
  ...openPictureContract,
  ...ownAccessContract,
  ...pictureContract,
  ...profileContract,
  ...quickLinkContract,
  ...reportingContract,
  ...roleContract,
  ...routeWhitelistContract,
  ...searchContract,
  ...settingContract,
  ...supportAccessContract,
  ...supportRequestContract,
  ...userAccessContract,
  ...userContract,
}
