import { accountLifeContract } from './account-life.ts'
import { accountLogoContract } from './account-logos.ts'
import { accountSettingContract } from './account-settings.ts'
import { accountContract } from './accounts.ts'
import { announcementContract } from './announcements.ts'
import { apiTokenContract } from './api-tokens.ts'
import { auditLogContract } from './audit-logs.ts'
import { authContract } from './auth.ts'
import { clientConnectionContract } from './client-connections.ts'
import { clientStorageContract } from './client-storage.ts'
import { clientContract } from './clients.ts'
import { companyContract } from './company.ts'
import { databaseMoveContract } from './database-moves.ts'
import { databaseServerContract } from './database-servers.ts'
import { helpContract } from './help.ts'
import { newsContract } from './news.ts'
import { notificationContract } from './notifications.ts'
import { openContract } from './open.ts'
import { overviewContract } from './overview.ts'
import { ownAccessContract } from './own-access.ts'
import { partnerContract, partnerProfileContract } from './partners.ts'
import { openPictureContract, pictureContract } from './pictures.ts'
import { profileContract } from './profile.ts'
import { projectContract } from './projects.ts'
import { provisioningRunContract } from './provisioning-runs.ts'
import { quickLinkContract } from './quick-links.ts'
import { reportingContract } from './reportings.ts'
import { resourceContracts } from './resources.ts'
import { roleContract } from './roles.ts'
import { routeWhitelistContract } from './route-whitelists.ts'
import { searchContract } from './search.ts'
import { settingContract } from './settings.ts'
import { storageServerContract } from './storage-servers.ts'
import { supportAccessContract } from './support-accesses.ts'
import { supportRequestContract } from './support-requests.ts'
import { userAccessContract } from './user-access.ts'
import { userContract } from './users.ts'

/** Every call of the API. */
export const contracts = {
  ...resourceContracts,
  ...accountContract,
  ...accountLifeContract,
  ...accountLogoContract,
  ...accountSettingContract,
  ...announcementContract,
  ...apiTokenContract,
  ...auditLogContract,
  ...authContract,
  ...clientConnectionContract,
  ...clientContract,
  ...clientStorageContract,
  ...companyContract,
  ...databaseMoveContract,
  ...databaseServerContract,
  ...helpContract,
  ...newsContract,
  ...notificationContract,
  ...openContract,
  ...openPictureContract,
  ...overviewContract,
  ...ownAccessContract,
  ...partnerContract,
  ...partnerProfileContract,
  ...pictureContract,
  ...profileContract,
  ...projectContract,
  ...provisioningRunContract,
  ...quickLinkContract,
  ...reportingContract,
  ...roleContract,
  ...routeWhitelistContract,
  ...searchContract,
  ...settingContract,
  ...storageServerContract,
  ...supportAccessContract,
  ...supportRequestContract,
  ...userAccessContract,
  ...userContract,
}
