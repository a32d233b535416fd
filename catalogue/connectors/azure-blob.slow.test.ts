import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { azureBlobCounterpart } from './azure-blob/testing/counterpart.ts'

await fileConformance('azure_blob', azureBlobCounterpart)
