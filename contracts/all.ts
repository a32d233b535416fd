import { bulkActionContract } from './bulk-actions.ts'
import { configValueContract } from './config-values.ts'
import { connectorContract } from './connectors.ts'
import { extensionContract } from './extensions.ts'
import { fileContract } from './files.ts'
import { jobContract } from './jobs.ts'
import { languageContract } from './languages.ts'
import { mediaContract } from './media.ts'
import { pluginContract } from './plugins.ts'
import { queueContract } from './queues.ts'
import { retentionRunContract } from './retention-runs.ts'
import { supervisorContract } from './supervisor.ts'
import { textTemplateContract } from './text-templates.ts'
import { notificationContract } from './notifications.ts'
import { resourceContracts } from './resources.ts'

/** Every call of the API. */
export const contracts = {
  ...resourceContracts,
  ...notificationContract,
  ...bulkActionContract,
  ...configValueContract,
  ...connectorContract,
  ...extensionContract,
  ...fileContract,
  ...jobContract,
  ...languageContract,
  ...mediaContract,
  ...pluginContract,
  ...queueContract,
  ...retentionRunContract,
  ...supervisorContract,
  ...textTemplateContract,
}
