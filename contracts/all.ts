import { dataSetContract } from './data-sets.ts'
import { dataStructureContract } from './data-structures.ts'
import { insightContract } from './insights.ts'
import { mappingContract } from './mappings.ts'
import { notificationContract } from './notifications.ts'
import { queryContract } from './queries.ts'
import { recordContract } from './records.ts'
import { resourceContracts } from './resources.ts'
import { structureLibraryContract } from './structure-library.ts'

/** Every call of the API. */
export const contracts = {
  ...resourceContracts,
  ...dataSetContract,
  ...dataStructureContract,
  ...insightContract,
  ...mappingContract,
  ...notificationContract,
  ...queryContract,
  ...recordContract,
  ...structureLibraryContract,
}
