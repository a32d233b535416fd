import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { ftpCounterpart } from './testing/counterpart.ts'
import { ftp } from './ftp.ts'

await fileConformance(ftp, ftpCounterpart)
