import { fileConformance } from '@weft/kit/testing/file-conformance.ts'
import { sftpCounterpart } from './sftp/testing/counterpart.ts'

await fileConformance('sftp', sftpCounterpart)
