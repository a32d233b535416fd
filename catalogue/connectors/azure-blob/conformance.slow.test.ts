import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { azureBlobCounterpart } from './testing/counterpart.ts'
import { azureBlob } from './azure-blob.ts'

await fileConformance(azureBlob, azureBlobCounterpart)
