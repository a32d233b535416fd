import { announcementContract } from './announcements.ts'
import { apiTokenContract } from './api-tokens.ts'
import { auditLogContract } from './audit-logs.ts'
import { authContract } from './auth.ts'
import { helpContract } from './help.ts'
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
