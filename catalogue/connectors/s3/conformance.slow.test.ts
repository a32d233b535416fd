import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { s3Counterpart } from './testing/counterpart.ts'
import { s3 } from './s3.ts'

await fileConformance(s3, s3Counterpart)
