import type { ProvisioningStep } from './step.server.ts'
import { activateQueues } from './steps/activate-queues.server.ts'
import { addEntry } from './steps/add-entry.server.ts'
import { addSftpUser } from './steps/add-sftp-user.server.ts'
import { assignConnections } from './steps/assign-connections.server.ts'
import { createDatabase } from './steps/create-database.server.ts'
import { createStorage } from './steps/create-storage.server.ts'
import { initialize } from './steps/initialize.server.ts'
import { initializeDocuments } from './steps/initialize-documents.server.ts'
import { restartDaemon } from './steps/restart-daemon.server.ts'

/** The nine, in the order they are run; undoing goes the other way. */
export const steps = [
  createDatabase,
  addEntry,
  initializeDocuments,
  createStorage,
  assignConnections,
  addSftpUser,
  initialize,
  activateQueues,
  restartDaemon,
] as unknown as ProvisioningStep[]
