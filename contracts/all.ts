import { notificationContract } from './notifications.ts'
import { resourceContracts } from './resources.ts'

/** Every call of the API. */
export const contracts = { ...resourceContracts, ...notificationContract }
