import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { ftpCounterpart } from './ftp/testing/counterpart.ts'

await fileConformance('ftp', ftpCounterpart)
