import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { s3Counterpart } from './s3/testing/counterpart.ts'

await fileConformance('s3', s3Counterpart)
